import Gtk
import Testing

@Suite struct MnemonicTests {
  @Test(arguments: [
    ("_Cancel", "Cancel"), ("Show in _Folder", "Show in Folder"), ("Вс_ё", "Всё"),
    ("保存(_S)…", "保存…"), ("名前を付けて保存 (_A)", "名前を付けて保存"), ("a__b", "a_b"),
    ("(old)", "(old)"), ("", ""),
  ])
  func `a label is read without the underscore before its mnemonic`(label: String, read: String) {
    #expect(label.withoutMnemonic == read)
  }
}
