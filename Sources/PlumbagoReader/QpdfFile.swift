import CQpdf
import Glibc
import ReaderProtocol

/// A PDF document as objects that can be changed, by libqpdf.
final class QpdfFile {
  let data: qpdf_data
  /// The one that opened it.
  let password: String

  /// - Parameter bytes: Stay where they are as long as this object.
  init(_ bytes: UnsafeRawBufferPointer, password: String) throws(ReaderFailure) {
    guard let made = qpdf_init() else { throw .tooLarge }
    data = made
    self.password = password
    qpdf_silence_errors(data)
    qpdf_set_suppress_warnings(data, 1)
    let result = qpdf_read_memory(
      data, "document", bytes.bindMemory(to: CChar.self).baseAddress, UInt64(bytes.count),
      password)
    guard result & Self.errorBit == 0 else { throw failure ?? .damaged }
    guard pageCount > 0 else { throw .noPages }
    guard pageCount <= ReaderLimits.pages else { throw .tooLarge }
  }

  deinit {
    var own: qpdf_data? = data
    qpdf_cleanup(&own)
  }

  /// The bit of a result that says that it went wrong (`QPDF_ERRORS`, a macro that Swift does not see).
  static let errorBit: Int32 = 1 << 1

  /// What went wrong since this was asked last.
  private var failure: ReaderFailure? {
    guard qpdf_has_error(data) != 0, let error = qpdf_get_error(data) else { return nil }
    return qpdf_get_error_code(data, error) == qpdf_e_password ? .encrypted : .damaged
  }

  /// Throws what went wrong since the last check.
  func check() throws(ReaderFailure) {
    if failure != nil { throw .unwritable }
  }

  var pageCount: Int { Int(qpdf_get_num_pages(data)) }

  /// A page, counted from 0.
  func page(_ index: Int) -> QpdfObject { object(qpdf_get_page_n(data, index)) }

  var root: QpdfObject { object(qpdf_get_root(data)) }

  var trailer: QpdfObject { object(qpdf_get_trailer(data)) }

  func object(_ handle: qpdf_oh) -> QpdfObject { QpdfObject(file: self, handle: handle) }

  // MARK: New objects

  /// From PDF's own notation.
  func parsed(_ text: String) -> QpdfObject { object(qpdf_oh_parse(data, text)) }

  func name(_ name: String) -> QpdfObject { object(qpdf_oh_new_name(data, name)) }

  /// A text as people read it, whatever its language.
  func text(_ text: String) -> QpdfObject {
    var text = text
    return object(
      text.withUTF8 { bytes in
        bytes.withMemoryRebound(to: CChar.self) {
          qpdf_oh_new_binary_unicode_string(data, $0.baseAddress, $0.count)
        }
      })
  }

  func dictionary() -> QpdfObject { object(qpdf_oh_new_dictionary(data)) }

  func array(_ items: [QpdfObject] = []) -> QpdfObject {
    let array = object(qpdf_oh_new_array(data))
    for item in items { array.append(item) }
    return array
  }

  var null: QpdfObject { object(qpdf_oh_new_null(data)) }

  func stream(_ bytes: UnsafeBufferPointer<UInt8>) -> QpdfObject {
    let stream = object(qpdf_oh_new_stream(data))
    qpdf_oh_replace_stream_data(
      data, stream.handle, bytes.baseAddress, bytes.count, null.handle, null.handle)
    return stream
  }

  /// The same object of another document.
  func copy(_ object: QpdfObject) -> QpdfObject {
    self.object(qpdf_oh_copy_foreign_object(data, object.file.data, object.handle))
  }

  /// The same as an object that others can refer to.
  func indirect(_ object: QpdfObject) -> QpdfObject {
    self.object(qpdf_make_indirect_object(data, object.handle))
  }

  // MARK: Writing

  /// What the file is written for at least.
  private var minimumVersion = "1.4"

  /// Has it written for a version at least, “1.” and a digit.
  func require(_ version: String) { minimumVersion = max(minimumVersion, version) }

  /// All of it as a document again, protected as it was; valid until this object goes or writes again.
  func written() throws(ReaderFailure) -> UnsafeRawBufferPointer {
    try check()
    guard qpdf_init_write_memory(data) & Self.errorBit == 0 else { throw .unwritable }
    // Streams that are there stay as they are; ours are packed.
    qpdf_set_decode_level(data, qpdf_dl_none)
    qpdf_set_compress_streams(data, 1)
    qpdf_set_object_stream_mode(data, qpdf_o_preserve)
    // Transparency in appearances needs 1.4, layers 1.5, a unit of its own for a page 1.6.
    qpdf_set_minimum_pdf_version(data, minimumVersion)
    guard qpdf_write(data) & Self.errorBit == 0 else { throw .unwritable }
    return try lastWritten()
  }

  /// What ``written()`` returned.
  func lastWritten() throws(ReaderFailure) -> UnsafeRawBufferPointer {
    guard let bytes = qpdf_get_buffer(data) else { throw .unwritable }
    return UnsafeRawBufferPointer(start: bytes, count: qpdf_get_buffer_length(data))
  }
}

/// An object of a document: a reference to what is in it, not a copy.
struct QpdfObject {
  let file: QpdfFile
  let handle: qpdf_oh

  var isNull: Bool { qpdf_oh_is_null(file.data, handle) != 0 }
  var isDictionary: Bool { qpdf_oh_is_dictionary(file.data, handle) != 0 }
  var isArray: Bool { qpdf_oh_is_array(file.data, handle) != 0 }
  var isStream: Bool { qpdf_oh_is_stream(file.data, handle) != 0 }

  /// The number of an object that others refer to, else 0.
  var number: Int32 { qpdf_oh_get_object_id(file.data, handle) }
  var generation: Int32 { qpdf_oh_get_generation(file.data, handle) }

  /// An entry of a dictionary, or of that of a stream; null where there is none.
  subscript(key: String) -> QpdfObject {
    guard isDictionary || isStream else { return file.null }
    let dictionary = isStream ? qpdf_oh_get_dict(file.data, handle) : handle
    return file.object(qpdf_oh_get_key(file.data, dictionary, key))
  }

  /// Sets an entry of a dictionary, or of that of a stream.
  func set(_ key: String, _ value: QpdfObject) {
    let dictionary = isStream ? qpdf_oh_get_dict(file.data, handle) : handle
    qpdf_oh_replace_key(file.data, dictionary, key, value.handle)
  }

  func remove(_ key: String) { qpdf_oh_remove_key(file.data, handle, key) }

  /// The items of an array; of anything else none.
  var items: [QpdfObject] {
    guard isArray else { return [] }
    return (0..<qpdf_oh_get_array_n_items(file.data, handle)).map {
      file.object(qpdf_oh_get_array_item(file.data, handle, $0))
    }
  }

  /// The keys of a dictionary; of anything else none.
  var keys: [String] {
    guard isDictionary else { return [] }
    var keys: [String] = []
    qpdf_oh_begin_dict_key_iter(file.data, handle)
    while qpdf_oh_dict_more_keys(file.data) != 0 {
      if let key = qpdf_oh_dict_next_key(file.data) { keys.append(String(cString: key)) }
    }
    return keys
  }

  /// A dictionary with the same entries that nothing else refers to; of anything else an empty one.
  var ownCopy: QpdfObject {
    let copy = file.dictionary()
    for key in keys { copy.set(key, self[key]) }
    return copy
  }

  func append(_ item: QpdfObject) { qpdf_oh_append_item(file.data, handle, item.handle) }

  /// A finite number.
  var number64: Double? {
    guard qpdf_oh_is_number(file.data, handle) != 0 else { return nil }
    let value = qpdf_oh_get_numeric_value(file.data, handle)
    return value.isFinite && abs(value) < 1e9 ? value : nil
  }

  var integer: Int? { number64.map { Int($0) } }

  /// The numbers of an array that has exactly so many.
  func numbers(_ count: Int) -> [Double]? {
    let found = items.compactMap(\.number64)
    return found.count == count ? found : nil
  }

  var isTrue: Bool {
    qpdf_oh_is_bool(file.data, handle) != 0 && qpdf_oh_get_bool_value(file.data, handle) != 0
  }

  /// A text as people read it.
  var string: String? {
    guard qpdf_oh_is_string(file.data, handle) != 0,
      let text = qpdf_oh_get_utf8_value(file.data, handle)
    else { return nil }
    return String(cString: text)
  }

  /// In PDF's own notation, in which what it refers to is a reference, and it is not.
  var notation: String {
    guard let text = qpdf_oh_unparse_resolved(file.data, handle) else { return "" }
    return String(cString: text)
  }

  /// A name, with the slash before it.
  var name: String? {
    guard qpdf_oh_is_name(file.data, handle) != 0, let name = qpdf_oh_get_name(file.data, handle)
    else { return nil }
    return String(cString: name)
  }

  func isName(_ name: String) -> Bool {
    qpdf_oh_is_name_and_equals(file.data, handle, name) != 0
  }

  /// Whether it is a page or what pages lie in, which have a parent of the same name as fields have.
  var isInPageTree: Bool {
    ["/Page", "/Pages", "/Catalog"].contains { self["/Type"].isName($0) }
  }

  /// The data of a stream, unpacked.
  func streamBytes() -> [UInt8]? {
    guard isStream else { return nil }
    var (filtered, bytes, count): (QPDF_BOOL, UnsafeMutablePointer<UInt8>?, Int) = (0, nil, 0)
    let result = qpdf_oh_get_stream_data(
      file.data, handle, qpdf_dl_generalized, &filtered, &bytes, &count)
    defer { free(bytes) }
    guard result & QpdfFile.errorBit == 0, filtered != 0, let bytes else { return nil }
    return Array(UnsafeBufferPointer(start: bytes, count: count))
  }

  /// Calls `body` with the content of a page, unpacked.
  func withPageContent<Result>(
    _ body: (UnsafeBufferPointer<UInt8>) -> Result
  ) throws(ReaderFailure) -> Result {
    var (bytes, count): (UnsafeMutablePointer<UInt8>?, Int) = (nil, 0)
    let result = qpdf_oh_get_page_content_data(file.data, handle, &bytes, &count)
    defer { free(bytes) }
    guard result & QpdfFile.errorBit == 0, let bytes else { throw .unwritable }
    return body(UnsafeBufferPointer(start: bytes, count: count))
  }
}
