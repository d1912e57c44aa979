import Foundation
import FoundationXML

/// A GtkBuilder file (`data/ui/*.ui`), read as XML: what it lays out, by which ids, with which texts.
public struct InterfaceFile {
  /// An element of the file with everything in it.
  public final class Element {
    public let name: String
    public let attributes: [String: String]
    public fileprivate(set) var text = ""
    public fileprivate(set) var children: [Element] = []

    fileprivate init(_ name: String, _ attributes: [String: String]) {
      self.name = name
      self.attributes = attributes
    }

    /// This element and all below it, in the order of the file.
    public var all: [Element] { [self] + children.flatMap(\.all) }

    /// An object's own value of a property, `nil` where none is given as text.
    public func property(_ name: String) -> String? {
      children.first { $0.name == "property" && $0.attributes["name"] == name }?.text
    }

    /// What a screen reader calls the object, where the file says it.
    public var accessibleLabel: String? {
      children.first { $0.name == "accessibility" }?.property("label")
    }

    /// The classes of style that an object has.
    public var styles: [String] {
      children.filter { $0.name == "style" }.flatMap(\.children).compactMap {
        $0.attributes["name"]
      }
    }

    /// The objects that are below this one, without any between.
    public var childObjects: [Element] {
      children.filter { $0.name != "object" }.flatMap { $0.childObjects }
        + children.filter { $0.name == "object" }
    }
  }

  public let root: Element

  public struct Malformed: Error, CustomStringConvertible {
    public var description: String
  }

  public init(_ source: String) throws {
    let reader = Reader()
    let parser = XMLParser(data: Data(source.utf8))
    parser.delegate = reader
    guard parser.parse(), let root = reader.root else {
      throw Malformed(description: "line \(parser.lineNumber): not well-formed")
    }
    self.root = root
  }

  public var elements: [Element] { root.all }
  public var objects: [Element] { elements.filter { $0.name == "object" } }
  public var ids: [String] { objects.compactMap { $0.attributes["id"] } }

  /// The ids that the file itself refers to: a model that lists share, the first of a group of buttons.
  public var idsUsedInside: Set<String> {
    let ids = Set(ids)
    let values = elements.filter { $0.children.isEmpty && $0.name != "object" }.map(\.text)
    return ids.intersection(values)
  }
}

private final class Reader: NSObject, XMLParserDelegate {
  var root: InterfaceFile.Element?
  private var open: [InterfaceFile.Element] = []

  func parser(
    _ parser: XMLParser, didStartElement name: String, namespaceURI: String?,
    qualifiedName: String?, attributes: [String: String]
  ) {
    let element = InterfaceFile.Element(name, attributes)
    if let parent = open.last { parent.children.append(element) } else { root = element }
    open.append(element)
  }

  func parser(
    _ parser: XMLParser, didEndElement name: String, namespaceURI: String?, qualifiedName: String?
  ) {
    open.removeLast()
  }

  func parser(_ parser: XMLParser, foundCharacters text: String) { open.last?.text += text }
}
