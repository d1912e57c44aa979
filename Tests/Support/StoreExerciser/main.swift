import CardElement
import CrashPoints
import Glibc
import InkModel
import InkStore
import InkTestSupport

// Works on a document in a process of its own, for what a test cannot do to itself:
//
//   StoreExerciser write FILE SEED [MOST]
//                                    draws at random, undoes and redoes without end; prints how
//                                    many events are on the disk after each one that is; rests
//                                    after MOST until its standard input ends
//   StoreExerciser cards FILE        puts in cards without end, a point farther to the right each, and
//                                    prints how many are on the disk
//   StoreExerciser pictures FILE     puts in pictures without end, with other bytes each, and prints how many
//                                    are on the disk
//   StoreExerciser fill-pictures FILE BYTES
//                                    does so under a limit of the file's size until that is reached, raises
//                                    it, gives the same bytes again and compares
//   StoreExerciser hold FILE         keeps a document open until its standard input ends
//   StoreExerciser inspect FILE      prints what the file holds, or what is wrong with it
//   StoreExerciser open FILE MODE    opens and reads it, `readWrite` or `readOnly`; prints how many
//                                    elements show
//   StoreExerciser draw FILE         opens it and draws one stroke
//   StoreExerciser fill FILE BYTES   draws under a limit of the file's size until that is reached,
//                                    raises it, does again what failed, goes on, reopens and
//                                    compares; BYTES may be `ballast:PATH` for a disk that is full
//                                    until the file PATH is gone
//   StoreExerciser copy FILE COPY [CALLS]
//                                    opens it and makes a copy with its history; is killed after
//                                    CALLS system calls that change files, counted from the copying
//   StoreExerciser move FILE TARGET [CALLS]
//                                    opens it and moves it, over a file that may be there;
//                                    is killed likewise
//   StoreExerciser rename FILE TARGET [CALLS]
//                                    opens it and moves it where no file may be; is killed likewise
//   StoreExerciser copy-folder FOLDER TARGET [CALLS]
//                                    moves a folder as to another file system; is killed likewise
//   StoreExerciser forget FILE BESIDE [CALLS]
//                                    opens it and forgets its history; is killed likewise
//   StoreExerciser check-out FILE FOLDER [CALLS]
//                                    makes a working copy of it in a folder; is killed likewise
//   StoreExerciser location FILE     prints where the file can be edited
//   StoreExerciser make FILE STROKES draws a page of strokes, sixty samples each
//   StoreExerciser measure FILE      prints the milliseconds of processor time that opening and
//                                    reading take
//
// `--user NUMBER` before the command becomes that user first, where root runs it. `--lacking noreplace|links
// BEFORE` has file systems lack what ``crash_points_lack`` says, and makes a file of the name that is to be given
// just before that call, `noreplace`, `link` or `rename`; `none` for none.
// Errors go to the standard output, as `error` and the case's name; the exit code is then 1.

func print(line: String) {
  var line = line + "\n"
  line.withUTF8 { _ = write(1, $0.baseAddress, $0.count) }
}

func now() -> Double {
  var t = timespec()
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t)
  return Double(t.tv_sec) * 1000 + Double(t.tv_nsec) / 1e6
}

func command(_ event: RandomDocument.Event) -> StoreCommand {
  switch event {
  case .commit(let step, let edit): .commit(step: step, edit: edit)
  case .moveHead(let step): .moveHead(to: step)
  }
}

/// Sees to the end of this process where the command has a fourth word for it.
func endAfterCalls(_ arguments: [String]) {
  if arguments.count == 4, let calls = Int(arguments[3]) { crash_points_end_after(calls) }
}

func peakMemory() -> Int {
  var usage = rusage()
  getrusage(__rusage_who_t(RUSAGE_SELF.rawValue), &usage)
  return Int(usage.ru_maxrss)
}

func run(_ arguments: [String]) async throws(DocumentStoreError) -> Bool {
  switch (arguments.first, arguments.count) {
  case ("write", 3), ("write", 4):
    let store = try await DocumentStore.open(arguments[1])
    var document = RandomDocument(seed: UInt64(arguments[2]) ?? 1)
    let most = arguments.count == 4 ? Int(arguments[3]) ?? .max : .max
    print(line: "0")
    for done in 1...most {
      try await store.perform([command(document.next())])
      print(line: "\(done)")
    }
    while readLine() != nil {}
  case ("cards", 2):
    let store = try await DocumentStore.open(arguments[1], kinds: .withCards)
    var order = OrderKey.first
    for i in 1... {
      let card = Card(Rect(x: Double(i), y: 0, width: 5, height: 5), fill: .ink)
      let element = card.element(Int64(i), order: order)
      order = order.next
      try await store.perform([
        .commit(step: i, edit: DrawingEdit(label: .paste, inserted: [element]))
      ])
      print(line: "\(i)")
    }
  case ("pictures", 2):
    let store = try await DocumentStore.open(arguments[1], kinds: .complete)
    for i in 1... {
      let blob = try await add(pictureBytes(i), to: store) { _ in false }
      try await place(blob, i, in: store)
      print(line: "\(i)")
    }
  case ("fill-pictures", 3):
    try await fillWithPictures(arguments[1], Int(arguments[2]) ?? 1_000_000)
  case ("hold", 2):
    let store = try await DocumentStore.open(arguments[1])
    print(line: "holding")
    while readLine() != nil {}
    try await store.close()
  case ("inspect", 2):
    print(line: "\(try await DocumentStore.inspect(arguments[1]))")
  case ("open", 3):
    let mode: OpenMode = arguments[2] == "readOnly" ? .readOnly : .readWrite
    let store = try await DocumentStore.open(arguments[1], mode: mode)
    print(line: "elements \(try await store.load().elements.count)")
    try await store.close()
  case ("draw", 2):
    let store = try await DocumentStore.open(arguments[1])
    let head = try await store.load().history.head
    var document = RandomDocument(seed: 1)
    document.changesSettings = false
    guard case .commit(_, let edit) = document.next() else { fatalError("no stroke comes first") }
    try await store.perform([.commit(step: head + 1, edit: edit)])
    try await store.close()
    print(line: "drawn")
  case ("fill", 3):
    try await fill(arguments[1], arguments[2])
  case ("copy", 3), ("copy", 4):
    let store = try await DocumentStore.open(arguments[1])
    endAfterCalls(arguments)
    try await store.copy(to: arguments[2], includingHistory: true)
    crash_points_end_after(-1)
    try await store.close()
    print(line: "copied")
  case ("move", 3), ("move", 4):
    let store = try await DocumentStore.open(arguments[1])
    endAfterCalls(arguments)
    try await store.move(to: arguments[2], replacing: true)
    crash_points_end_after(-1)
    try await store.close()
    print(line: "moved")
  case ("rename", 3), ("rename", 4):
    let store = try await DocumentStore.open(arguments[1])
    endAfterCalls(arguments)
    try await store.move(to: arguments[2])
    crash_points_end_after(-1)
    try await store.close()
    print(line: "renamed")
  case ("copy-folder", 3), ("copy-folder", 4):
    endAfterCalls(arguments)
    try FolderCopy.make(of: arguments[1], to: arguments[2]).removeOriginal()
    crash_points_end_after(-1)
    print(line: "moved")
  case ("forget", 3), ("forget", 4):
    let store = try await DocumentStore.open(arguments[1])
    endAfterCalls(arguments)
    try await store.forgetHistory()
    crash_points_end_after(-1)
    try await store.close()
    print(line: "forgotten")
  case ("check-out", 3), ("check-out", 4):
    endAfterCalls(arguments)
    print(line: try await WorkingCopy.checkOut(arguments[1], in: arguments[2]).path)
  case ("location", 2):
    print(line: "\(EditingLocation(for: arguments[1]))")
  case ("make", 3):
    let store = try await DocumentStore.open(arguments[1])
    var ink = RandomInk(seed: 1)
    var order = OrderKey.first
    for i in 0..<(Int64(arguments[2]) ?? 0) {
      let content = ink.content(i + 1, count: 60, near: ink.point())
      let stroke = Stroke(
        content: content.id, ink: .standard, path: content.path, seed: content.seed)
      let element = Element(id: ElementID(i + 1), order: order, kind: .stroke(stroke))
      order = order.next
      try await store.perform([
        .commit(
          step: Int(i + 1),
          edit: DrawingEdit(label: .draw, inserted: [element], contents: [content]))
      ])
    }
    try await store.close()
  case ("measure", 2):
    for round in 0..<5 {
      let t0 = now()
      let store = try await DocumentStore.open(arguments[1])
      let t1 = now()
      let contents = try await store.load()
      let t2 = now()
      let peak = peakMemory()
      let drawing = contents.drawing
      let t3 = now()
      try await store.verify()
      let t4 = now()
      _ = try await store.statistics()
      let t5 = now()
      try await store.close()
      print(
        line: """
          round \(round): open \(t1 - t0) load \(t2 - t1) drawing \(t3 - t2) verify \(t4 - t3) \
          statistics \(t5 - t4) ms; \(drawing.count) elements; peak \(peak) KiB
          """)
    }
  default:
    return false
  }
  return true
}

func pictureBytes(_ i: Int) -> [UInt8] {
  (0..<400_000 + i).map { UInt8(truncatingIfNeeded: $0 &* (i &+ 7) &>> 3) }
}

/// Writes bytes in parts; what fails is given again as long as `again` wants that.
func add(
  _ bytes: [UInt8], to store: DocumentStore, _ again: (DocumentStoreError) -> Bool
) async throws(DocumentStoreError) -> BlobID {
  func persistently<T>(
    _ body: () async throws(DocumentStoreError) -> T
  ) async throws(DocumentStoreError) -> T {
    while true {
      do throws(DocumentStoreError) { return try await body() } catch {
        guard again(error) else { throw error }
      }
    }
  }
  let draft = try await store.beginBlob(type: "image/png")
  for start in stride(from: 0, to: bytes.count, by: 90_000) {
    let part = Array(bytes[start..<min(start + 90_000, bytes.count)])
    try await persistently { () async throws(DocumentStoreError) in
      try await store.append(part, to: draft)
    }
  }
  return try await persistently { () async throws(DocumentStoreError) in
    try await store.finish(draft)
  }
}

func place(_ blob: BlobID, _ i: Int, in store: DocumentStore) async throws(DocumentStoreError) {
  let element = Element(
    id: ElementID(Int64(i)), order: .first,
    kind: .other(PlacedPicture(blob: blob, width: 20, height: 10)))
  try await store.perform([
    .commit(step: i, edit: DrawingEdit(label: .paste, inserted: [element]))
  ])
}

func fillWithPictures(_ path: String, _ limit: Int) async throws(DocumentStoreError) {
  let store = try await DocumentStore.open(path, kinds: .complete)
  limitFileSize(rlim_t(limit))
  var failures = 0
  var ids: [BlobID] = []
  for i in 1...20 {
    ids.append(
      try await add(pictureBytes(i), to: store) { error in
        failures += 1
        print(line: "\(error)".prefix { $0 != "(" }.description)
        if failures == 2 { limitFileSize(.max) }
        return failures < 5
      })
    do throws(DocumentStoreError) { try await place(ids[i - 1], i, in: store) } catch {
      limitFileSize(.max)
      try await place(ids[i - 1], i, in: store)
    }
  }
  try await store.close()
  let again = try await DocumentStore.open(path, kinds: .complete)
  try await again.verify()
  let shown = try await again.load().elements.count
  var isWhole = failures > 0 && shown == 20
  for (i, id) in ids.enumerated() {
    let bytes = pictureBytes(i + 1)
    let read = try await again.bytes(of: id, in: 0..<Int64(bytes.count))
    isWhole = isWhole && read == bytes
  }
  try await again.close()
  print(line: isWhole ? "whole" : "different")
}

func limitFileSize(_ bytes: rlim_t) {
  var limit = rlimit(rlim_cur: bytes, rlim_max: rlim_t.max)
  let resource = __rlimit_resource_t(RLIMIT_FSIZE.rawValue)
  getrlimit(resource, &limit)
  limit.rlim_cur = min(bytes, limit.rlim_max)
  setrlimit(resource, &limit)
}

func fill(_ path: String, _ how: String) async throws(DocumentStoreError) {
  var store = try await DocumentStore.open(path)
  var document = RandomDocument(seed: 2)
  document.changesSettings = false
  let ballast = how.hasPrefix("ballast:") ? String(how.dropFirst("ballast:".count)) : nil
  if ballast == nil { limitFileSize(rlim_t(how) ?? 100_000) }
  var failures: [String] = []
  var left = Int.max
  while left > 0 {
    let before = document
    let next = command(document.next())
    while true {
      do {
        try await store.perform([next])
        break
      } catch {
        failures.append("\(error)".prefix { $0 != "(" }.description)
        let kept = try await store.load().drawing
        guard kept == before.drawing, failures.count < 5 else {
          print(line: "different after a failure")
          return
        }
        if failures.count == 3 {
          if let ballast { unlink(ballast) } else { limitFileSize(.max) }
          left = 10
        }
      }
    }
    left -= 1
  }
  try await store.close()
  store = try await DocumentStore.open(path)
  try await store.verify()
  let isEqual = try await store.load().drawing == document.drawing
  print(line: "\(failures.joined(separator: " ")) then \(isEqual ? "equal" : "different")")
}

// Where the disk's quota is a file size limit, hitting it is an error and not the end.
signal(SIGXFSZ, SIG_IGN)
var arguments = Array(CommandLine.arguments.dropFirst())
if arguments.first == "--user", arguments.count > 2, let user = uid_t(arguments[1]) {
  guard setgid(user) == 0, setuid(user) == 0 else {
    print(line: "error cannot become user \(user)")
    exit(3)
  }
  arguments.removeFirst(2)
}
if arguments.first == "--lacking", arguments.count > 3 {
  crash_points_lack(
    arguments[1] == "links" ? crash_points_lack_links : crash_points_lack_noreplace)
  let calls = ["noreplace", "link", "rename"]
  if let call = calls.firstIndex(of: arguments[2]) {
    crash_points_make_rival(crash_points_naming(rawValue: UInt32(call)))
  }
  arguments.removeFirst(3)
}
do {
  guard try await run(arguments) else {
    print(line: "usage: see the head of Tests/Support/StoreExerciser/main.swift")
    exit(2)
  }
} catch {
  let name = "\(error)".prefix { $0 != "(" }
  print(line: "error \(name) \(error.failure)")
  exit(1)
}
