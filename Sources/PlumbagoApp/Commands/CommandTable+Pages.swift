import Gtk
import InkModel

/// The pages of a drawing.
extension CommandTable {
  static let pages = Group(
    title: tr("Pages"),
    commands: [
      .win(
        "pages-panel", tr("Show the _Pages"), title: tr("Show or Hide the Pages"), keys: ["F8"],
        isOn: { $0.panels.open?.id == "pages" }
      ) { window, _ in window.panels.toggle("pages") },
      .win("go-to-page", tr("_Go to Page…"), keys: ["<Control>g"]) { $0.goToPage() },
      .win(
        "next-page", tr("_Next Page"), keys: ["<Control>" + KeyNames.pageDown],
        isEnabled: { $0.hasPage(after: 1) }
      ) { $0.showPage(after: 1) },
      .win(
        "previous-page", tr("_Previous Page"), keys: ["<Control>" + KeyNames.pageUp],
        isEnabled: { $0.hasPage(after: -1) }
      ) { $0.showPage(after: -1) },
      .win(
        "first-page", tr("_First Page"), keys: ["<Alt>" + KeyNames.home],
        isEnabled: { $0.hasPages }
      ) { $0.showPage(0) },
      .win(
        "last-page", tr("_Last Page"), keys: ["<Alt>" + KeyNames.end], isEnabled: { $0.hasPages }
      ) { $0.showPage($0.document.session.pages.count - 1) },
      .win(
        "page-columns", value: PageColumns.one.rawValue, tr("_One Column"),
        chosen: { $0.pageColumns.rawValue }, choose: { $0.arrangePages(in: $1) }),
      .win(
        "page-columns", value: PageColumns.two.rawValue, tr("_Two Columns"),
        chosen: { $0.pageColumns.rawValue }, choose: { $0.arrangePages(in: $1) }),
      .win("fit-page", tr("F_it the Page"), keys: ["<Control>3"], isEnabled: { $0.hasPages }) {
        $0.fitPage()
      },
      .win(
        "add-page", tr("_Add a Page"), keys: ["<Control><Shift>n"], icon: "list-add-symbolic",
        isEnabled: { $0.canWrite }
      ) { $0.addPage() },
      .win(
        "add-last-page", tr("Add a Page at the _End"), isEnabled: { $0.canWrite }
      ) { $0.addLastPage() },
      .win(
        "add-page-from-template", tr("Add a Page From a _Template…"), isEnabled: { $0.canWrite }
      ) { $0.addPageFromTemplate() },
      .win(
        "save-template", tr("_Save the Page as a Template…"),
        isEnabled: { !$0.chosenPages.isEmpty }
      ) { $0.saveTemplate() },
      .win("label-page", tr("_Label the Page"), isEnabled: { $0.canChangePages }) {
        $0.labelPage()
      },
      .win(
        "duplicate-pages", tr("D_uplicate the Page"),
        icon: "plumbago-duplicate-symbolic", isEnabled: { $0.canChangePages }
      ) { $0.duplicatePages() },
      .win(
        "delete-pages", tr("_Delete the Page"), icon: "user-trash-symbolic",
        isEnabled: { $0.canDeletePages }
      ) { $0.deletePages() },
      .win(
        "turn-pages-right", tr("Turn the Page _Right"),
        icon: "object-rotate-right-symbolic", isEnabled: { $0.canChangePages }
      ) { $0.turnPages(clockwise: true) },
      .win(
        "turn-pages-left", tr("Turn the Page _Left"),
        isEnabled: { $0.canChangePages }
      ) { $0.turnPages(clockwise: false) },
      .listed(
        ["<Alt>" + KeyNames.up, "<Alt>" + KeyNames.down],
        tr("Move the Selected Pages Up or Down in the List")),
    ])
}
