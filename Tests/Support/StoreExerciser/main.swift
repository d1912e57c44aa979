import Glibc
import InkModel
import InkStore
import InkTestSupport

// Works on a document in a process of its own, for what a test cannot do to itself:
//
//   StoreExerciser write FILE SEED   draws at random, undoes and redoes without end; prints how
//                                    many events are on the disk after each one that is
//   StoreExerciser hold FILE         keeps a document open until its standard input ends
//   StoreExerciser inspect FILE      prints what the file holds, or what is wrong with it
//   StoreExerciser make FILE STROKES draws a page of strokes, sixty samples each
//   StoreExerciser measure FILE      prints the milliseconds that opening and reading take
//
// Errors go to the standard output, as `error` and the case's name; the exit code is then 1.

func print(line: String) {
  var line = line + "\n"
  line.withUTF8 { _ = write(1, $0.baseAddress, $0.count) }
}

func now() -> Double {
  var t = timespec()
  clock_gettime(CLOCK_MONOTONIC, &t)
  return Double(t.tv_sec) * 1000 + Double(t.tv_nsec) / 1e6
}

func command(_ event: RandomDocument.Event) -> StoreCommand {
  switch event {
  case .commit(let step, let edit): .commit(step: step, edit: edit)
  case .moveHead(let step): .moveHead(to: step)
  }
}

func peakMemory() -> Int {
  var usage = rusage()
  getrusage(__rusage_who_t(RUSAGE_SELF.rawValue), &usage)
  return Int(usage.ru_maxrss)
}

func run(_ arguments: [String]) async throws(DocumentStoreError) -> Bool {
  switch (arguments.first, arguments.count) {
  case ("write", 3):
    let store = try await DocumentStore.open(arguments[1])
    var document = RandomDocument(seed: UInt64(arguments[2]) ?? 1)
    var done = 0
    print(line: "0")
    while true {
      try await store.perform([command(document.next())])
      done += 1
      print(line: "\(done)")
    }
  case ("hold", 2):
    let store = try await DocumentStore.open(arguments[1])
    print(line: "holding")
    while readLine() != nil {}
    try await store.close()
  case ("inspect", 2):
    print(line: "\(try await DocumentStore.inspect(arguments[1]))")
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
      let drawing = Drawing(contents.elements)
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

// Where the disk's quota is a file size limit, hitting it is an error and not the end.
signal(SIGXFSZ, SIG_IGN)
do {
  guard try await run(Array(CommandLine.arguments.dropFirst())) else {
    print(line: "usage: see the head of Tests/Support/StoreExerciser/main.swift")
    exit(2)
  }
} catch {
  let name = "\(error)".prefix { $0 != "(" }
  print(line: "error \(name) \(error.failure)")
  exit(1)
}
