import Gtk
import GtkScribble
import Scribble

/// Lets the pen write into the text fields of the program that has opened this library.
///
/// `CScribbleLoader` calls it at the first event of a pen near a field, once, on the main thread. The library is never closed.
///
/// - Parameter path: this library's own.
@_cdecl("plumbago_scribble_start")
public func startScribble(_ path: UnsafePointer<CChar>) {
  let packs = LanguagePacks.folders(forModuleAt: String(cString: path))
  MainLoop.attach()
  // In memory alone, where Plumbago's schema is not installed: the defaults.
  let preferences = Settings(schema: "org.plumbago.Plumbago")
  ScribbleController.fastInk = { preferences[.fastInk] }
  ScribbleController.install(
    opening: { LanguagePacks.recognizer(in: packs) },
    settings: {
      var settings = ScribbleSession.Settings()
      // The windows of other programs are laid out for what their fields measure.
      if !preferences[.growsOtherFields] { settings.leastFieldHeight = 0 }
      settings.pause = preferences[.writingPause]
      return settings
    }, isOn: { true })
}
