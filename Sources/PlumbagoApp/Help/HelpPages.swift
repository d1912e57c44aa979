import Canvas

/// A page of the help: a title and what is under it.
struct HelpPage {
  enum Block {
    case text(String)
    /// A picture of the app, `data/help/NAME-light.png` and `NAME-dark.png`, and what a screen reader says of it.
    case picture(String, String)
    /// Commands with their keys, by their actions.
    case commands([String])
    /// Every gesture.
    case gestures
    /// Every gesture over text, with a text to practise it on.
    case textGestures
    /// A text field of every kind.
    case fields
    /// A button that performs a command, by its action.
    case button(String)
    /// A button that shows another page, by its id.
    case page(String)
  }

  /// For tests and for settings; no person reads it.
  let id: String
  let title: String
  let blocks: [Block]
}

extension HelpPage {
  /// In the order of the list.
  static let all: [HelpPage] = [
    start, pen, tools, library, finding, pages, layers, pictures, text, documents, exchange,
    dragging, printing, writing, tryScribble, otherPrograms, gestures, files, keyboard,
    troubleshooting,
  ]

  private static let start = HelpPage(
    id: "start", title: tr("Start Here"),
    blocks: [
      .picture("start", tr("A drawing with the tools above it")),
      .text(
        tr(
          "Put the pen down and draw. There is nothing to switch on and nothing to save: each stroke is on disk a moment after the pen lifts."
        )),
      .text(
        tr(
          "A finger draws too until a pen is used; from then on it moves the paper, and the pen draws. The mouse draws with its main button."
        )),
      .text(
        tr(
          "The tools are on the paper. Drag them by their handle to another edge. On a narrow screen they stand at the bottom."
        )),
      .commands(["win.undo", "win.redo", "app.new", "app.open"]),
    ])

  private static let pen = HelpPage(
    id: "pen", title: tr("The Pen"),
    blocks: [
      .text(
        tr(
          "Press harder and the line grows wider; tilt the pencil and it shades. Turn the pen round and it erases, and it erases while a button of it is held."
        )),
      .text(
        tr(
          "While the pen is near the paper, a preview shows the size and the color of the mark that it would make."
        )),
      .picture("sizes", tr("The ring of sizes and colors around the tip of the pen")),
      .text(
        tr(
          "Hold Ctrl alone while the pen is near, and sizes and colors open at its tip. What the buttons of the pen do, how force is taken and how much lines are steadied is set in the preferences, where a pad is for trying it."
        )),
      .button("app.preferences"), .button("win.test-input"),
    ])

  private static let tools = HelpPage(
    id: "tools", title: tr("Hand and Tools"),
    blocks: [
      .text(
        tr(
          "Tell Plumbago in the menu which hand draws: the tools then stand where that hand does not hide them. Beside a pen, the palm leaves no mark."
        )),
      .text(
        tr(
          "Tap a tool to take it, and once more to set its size, its opacity and what else it has. The eraser takes whole strokes or parts of them; it passes over pictures, which are deleted by selecting them."
        )),
      .text(
        tr(
          "Pen, fountain pen, pencil, marker, highlighter, brush, crayon and watercolor each mark in a way of their own. Watercolor is an even wash with a darker edge, and strokes over strokes grow deeper."
        )),
      .text(
        tr(
          "Press a color of the row long, press it with the mouse's secondary button, or press the Menu key on it, to make another color of it or to take it out of the row. “Standard Colors” there brings back the row as it was at first. The button with three dots under “Colors” has the same for the color in hand. Highlighters have a row of their own."
        )),
      .picture("selection", tr("A selected line with its handles")),
      .text(
        tr(
          "Circle ink with the selection tool, or tap it. Drag it to move it, drag a corner to scale it, and drag the handle above it to turn it."
        )),
      .text(
        tr(
          "A ruler lies over the paper when you ask for it: a line that begins at one of its edges follows that edge. Drag the ruler to move it, drag one of its two knobs or use two fingers to turn it, and tap the angle to turn it by 45°."
        )),
      .text(
        tr(
          "A set square gives right angles and halves of them; it has a protractor and is moved and turned as the ruler is. A compass draws arcs and whole circles: a line that begins at its circle follows it. Drag its middle to move it, and the knob on the circle to open it; below the middle it says its radius in millimeters of the paper. One of the three lies over the paper at a time."
        )),
      .text(
        tr(
          "A compass keeps its radius on the paper while you zoom, as far as it fits the window. To put a ruler, a set square or a compass away, press Escape, or rest a finger on it or press it with the mouse's secondary button and choose “Hide the Compass”, or its like. “Radius…” or “Angle…” in that menu asks for a number, in millimeters of the paper or in degrees; so does a tap on the radius that a compass says."
        )),
      .text(
        tr(
          "The numbers along a ruler and a set square are centimeters of the paper, counted from the middle."
        )),
      .commands([
        "win.ruler", "win.set-square", "win.compass", "win.tool::pen", "win.tool::watercolor",
        "win.tool::eraser", "win.tool::selection", "win.colors", "win.pick-color",
        "win.tool-options", "win.finer", "win.broader",
      ]),
    ])

  private static let pages = HelpPage(
    id: "pages", title: tr("Pages"),
    blocks: [
      .text(
        tr(
          "Paper in the menu gives a drawing pages, of one size or of several, each with paper of its own where you like. Ink belongs to the page that it began on, also beside it, and goes where that page goes."
        )),
      .text(
        tr(
          "Add a Page on an endless canvas makes what you drew page 1, and an empty page 2 follows. Where the drawing is larger than a page, page 1 lies under its middle, and all ink stays."
        )),
      .picture("pages", tr("The panel with a picture of each page")),
      .text(
        tr(
          "The panel of pages shows them all. Tap one to go there. Drag one to move it; a pen or a finger rests on it first. The buttons above add, duplicate, delete and turn the selected pages, and so do the keys and the menu. With the tick beside them, taps select several, until Done. Everything can be undone."
        )),
      .text(
        tr(
          "Pull the paper up beyond the end of the last page, until it says that a page comes, and let go: the page is there. The button below the last page does the same."
        )),
      .text(
        tr(
          "Pages stand in one column, or two side by side: One Column and Two Columns in the View menu. This window shows them so, the next time as well; the drawing stays as it is, and so do exports and prints."
        )),
      .text(
        tr(
          "A page can have a label, as “Week 12”: write it over the number below the page's picture in the panel, or press F2 there. A label that you write below the last page makes a page. Go to Page takes labels, too."
        )),
      .text(
        tr(
          "Save the Page as a Template keeps a page with all that is on it. Add a Page From a Template shows these and the papers, for a new page or for the selected pages, where what you drew stays; new drawings can begin with one."
        )),
      .button("win.pages-panel"), .button("win.paper"),
      .page("documents"),
      .commands([
        "win.pages-panel", "win.go-to-page", "win.next-page", "win.previous-page", "win.first-page",
        "win.last-page", "win.fit-page", "win.add-page",
      ]),
    ])

  private static let layers = HelpPage(
    id: "layers", title: tr("Layers"),
    blocks: [
      .text(
        tr(
          "A drawing can have several layers, one above the other, like sheets of glass. The tools draw and erase on one of them, the current one; the selection takes what shows and is not locked, whichever layer it is on."
        )),
      .picture("layers", tr("The panel of layers, one of them hidden and locked")),
      .button("win.layers-panel"),
      .text(
        tr(
          "Tap a layer to make it the current one, tap it twice to name it. The eye hides it, the lock keeps it as it is, the grip moves it. Hold it for a while, or press it with the other button of the mouse, for all that can be done with it."
        )),
      .text(
        tr(
          "Write a name with the pen below the last layer, and there is a layer of that name, above the current one."
        )),
      .text(
        tr(
          "Opacity counts for a layer as a whole: where its lines cross they do not shine through. Hidden layers are in no export."
        )),
      .text(
        tr(
          "The tools say which layer is current, also in a narrow window and when they are folded. Press its name to see them all."
        )),
      .commands(["win.layers-panel", "win.layer-add", "win.layer-raise", "win.layer-lower"]),
    ])

  private static let text = HelpPage(
    id: "text", title: tr("Text"),
    blocks: [
      .text(
        tr(
          "Take the text tool and tap the paper: type there, or let the keyboard of your input method write. Drag with the mouse or a finger instead, and lines break at the width that you drag."
        )),
      .picture("text", tr("A text on the paper that is being edited")),
      .text(
        tr(
          "Or write by hand with the text tool, anywhere: the words become text where you wrote them. On text that is there, they go into it, and every gesture for text works."
        )),
      .text(
        tr(
          "A tap elsewhere begins another text, and Escape ends it. A tap with the text tool edits a text again, and so do two taps with the selection tool. A text from which all words are deleted is gone."
        )),
      .text(
        tr(
          "The options of the tool have font, size, alignment and lists; they and the colors are for the words that are selected, or for the whole text. Selected as ink is, text is moved, scaled, turned and recolored, and copied to other programs as text."
        )),
      .text(
        tr(
          "What you wrote on the paper as ink becomes text, too: select it, or tap a line twice with the selection tool, and choose Copy as Text or Convert to Text. Where nothing is selected they take the whole page."
        )),
      .commands([
        "win.tool::text", "win.tool-options", "win.colors", "win.copy", "win.paste",
        "win.copy-as-text", "win.convert-to-text",
      ]),
      .page("writing"),
    ])

  private static let pictures = HelpPage(
    id: "pictures", title: tr("Pictures"),
    blocks: [
      .text(
        tr(
          "Insert a picture from the menu, paste it, or drop it on the paper: PNG, JPEG, WebP, GIF, TIFF and SVG. Its bytes are kept in the drawing as they came, and Save Original hands them out again."
        )),
      .picture("picture", tr("A selected picture with its handles")),
      .text(
        tr(
          "Select a picture with the selection tool, by a tap or by a line around it. Drag it to move it, drag a corner to scale it, drag the handle above it to turn it."
        )),
      .text(
        tr(
          "With the selection tool, two fingers on a picture move, scale and turn it; where more is selected with it, all of that. With every other tool they move the paper, and so they do on a picture that reaches beyond the view: zoom in and draw on it."
        )),
      .text(
        tr(
          "Crop shows all of the picture, and what is cut off dimmed. Drag the handles, or drag the part that shows. A tap beside it or Enter keeps the crop, Escape leaves the picture as it was. Nothing is lost: crop again, and all of it is there. With the keyboard, Tab goes from handle to handle and the arrow keys move them."
        )),
      .text(
        tr(
          "Everything else about a picture is in the menu of the selection: flipping, opacity, another picture in its place, and the words for those who do not see it."
        )),
      .text(
        tr(
          "An SVG picture can become ink: Convert to Ink in its menu puts a stroke in the place of each of its lines, as wide and in the same color, to be erased, selected and recolored like all ink. Areas become the lines around them. Undo brings the picture back."
        )),
      .commands([
        "win.insert-picture", "win.crop", "win.flip-horizontally", "win.flip-vertically",
        "win.to-front", "win.to-back",
      ]),
    ])

  private static let documents = HelpPage(
    id: "documents", title: tr("PDF Documents"),
    blocks: [
      .text(
        tr(
          "Open a PDF document, or drop it on the window, and it is a drawing with the document's pages. Write on them and beside them. The file itself stays as it is."
        )),
      .picture("document", tr("A page of a document with ink beside its text")),
      .text(
        tr(
          "In a PDF document the selection tool selects text, too: drag over it, or tap a word twice, and copy it. A tap on a link follows it. The highlighter keeps to lines of text. What the document contains is listed above its pages."
        )),
      .text(
        tr(
          "Save Into PDF writes a copy of the document with the ink as annotations: other programs show, move and delete them, and where the copy is opened here they are ink again. Export writes a PDF that looks as the drawing does and keeps the document's text, links and outline."
        )),
      .text(
        tr(
          "What lies beside a page is in that copy, too, but other programs show only the page. In a PDF that Export writes, pages can grow until they hold it."
        )),
      .text(
        tr(
          "Where you check “Again when the drawing is closed” as you save into a PDF document, the ink of this drawing is saved there whenever the drawing is closed after changes. A document that is gone, or that another program has changed, is left as it is, and a message says so when the drawing is opened next, with a button that ends saving there. With a signed document this is not done, which is said at once."
        )),
      .page("exchange"), .page("printing"),
      .commands(["app.open", "win.export", "win.print", "win.find", "win.copy"]),
    ])

  private static let exchange = HelpPage(
    id: "exchange", title: tr("Files of Other Programs"),
    blocks: [
      .text(
        tr(
          "Open takes drawings of Xournal++ and Xournal (.xopp, .xoj), ink in InkML (.inkml), PDF documents and pictures. A drawing is made of the file in the library; the file itself stays as it is. What the drawing does without is said in a message."
        )),
      .text(
        tr(
          "Export writes a PNG picture, an SVG drawing, a PDF document, a Xournal++ drawing or InkML ink. It asks only what counts for the format: which pages, how many pixels, dark paper, the lines of the paper. With “Transparent paper” a PNG picture or an SVG drawing is without the paper and its lines, and what is behind it shows through. What a format cannot hold is said before you save. The next export begins with what you chose for the last one, until Plumbago is closed."
        )),
      .text(
        tr(
          "In an SVG drawing and in a PDF document, ink is lines, sharp at any size, and text is text. Handwriting in a PDF document can be searched for in other programs, too, unless you switch that off."
        )),
      .text(
        tr(
          "A Xournal++ drawing above a PDF document is two files: “NAME.xopp.bg.pdf” is saved beside “NAME.xopp”. Keep them together. Where no second file can be saved, as by an app in a sandbox, the pages of the document are pictures in “NAME.xopp”."
        )),
      .picture("to-ink", tr("Ink that was made of the lines of an SVG picture")),
      .text(
        tr(
          "An SVG picture on the paper becomes ink by Convert to Ink in the menu of its selection. Export the Selection, in the menu of a selection too, writes only what is selected, without the paper, as PNG, SVG or PDF."
        )),
      .text(
        tr(
          "In a terminal, “plumbago convert FILE OUT” converts without a window. The endings of the names say from what and into what: .plumbago, .xopp, .inkml, .svg, .png and .pdf. With --ink the lines of an SVG picture become ink. “plumbago --help” tells the rest."
        )),
      .button("win.export"), .page("documents"), .page("dragging"),
      .commands(["app.open", "win.export", "win.insert-picture"]),
    ])

  private static let dragging = HelpPage(
    id: "dragging", title: tr("Drag and Drop"),
    blocks: [
      .text(
        tr(
          "Drop pictures on the paper, from a file manager or another program, and they lie where you dropped them. A text becomes a text box there. PDF documents, drawings and files of Xournal++ and InkML open."
        )),
      .text(
        tr(
          "Drop files on the library, and they are in the folder that it shows: drawings are copied, and of PDF documents, pictures and files of Xournal++ and InkML drawings are made. The files stay where they are. Drag a drawing of the library on a folder to move it there; a pen or a finger rests on it first."
        )),
      .text(
        tr(
          "A file of plain text (.txt) becomes a text box on the paper, and a drawing in the library. A text or a picture that is dragged out of another program, without a file, becomes a drawing there, too."
        )),
      .picture("handle", tr("A selection and its bar, which begins with a handle")),
      .text(
        tr(
          "The bar of a selection begins with a handle. Drag it to another program: a file manager gets a drawing, other programs take an SVG picture, a PNG picture or the text, and another window of Plumbago takes the ink itself. The selection stays where it is."
        )),
      .text(
        tr(
          "The mouse drags a drawing out of the library to other programs, as a copy without its history. With “Keep the history when dragging out” in the preferences, the copy has it."
        )),
      .text(
        tr(
          "Copy and paste do the same: what can be dropped on the paper can be pasted, and what the handle gives to other programs is on the clipboard after Copy."
        )),
      .page("library"), .page("exchange"),
      .commands(["win.copy", "win.cut", "win.paste", "win.library"]),
    ])

  private static let printing = HelpPage(
    id: "printing", title: tr("Printing"),
    blocks: [
      .text(
        tr(
          "Print shows the dialog of your desktop. There you choose the printer, or a PDF file, and which pages: all, the one in view, or some by their numbers, as “1-3, 7”. A drawing without pages is one sheet with all that is drawn."
        )),
      .text(
        tr(
          "Where the printer can, the dialog puts several pages on each side of the paper, and prints on both sides."
        )),
      .text(
        tr(
          "Under Drawing in the dialog, Size is as large as the paper allows, or the actual size, of which what is larger than the paper is cut off. Ink outside of the pages makes them grow until they hold it, or is cut off. Lines of the Paper prints the lines or dots of the paper, or leaves them out. Where Plumbago runs in a sandbox, this is asked before the dialog."
        )),
      .text(
        tr(
          "Preview shows each page on its sheet as it will be printed. Sheets lie across for pages that are wider than high."
        )),
      .picture("print", tr("The preview of a page on its sheet")),
      .button("win.print"), .page("pages"),
      .commands(["win.print", "win.export", "win.paper"]),
    ])

  private static let writing = HelpPage(
    id: "writing", title: tr("Writing in Text Fields"),
    blocks: [
      .text(
        tr(
          "Write with the pen into any text field of Plumbago, as that of the drawing's name, and the ink becomes text when you pause. Nothing leaves this computer."
        )),
      .text(
        tr(
          "Scratch out text, or draw a line through its words, to delete it. Circle it or draw a line below it to select it. A line down through a word parts it, a line through a space joins two words. Rest the pen between two words and lift it, and a gap opens to write in. In a text of many lines, a line down and then to the left breaks the line. A number with buttons to raise and lower it is written anew as a whole and knows no gestures."
        )),
      .text(
        tr(
          "Tap to set the caret, tap twice to select a word, three times to select the line. Rest the pen on text until its ink goes, then move it to select what it passes over. What the pen has selected has a handle at each end: drag it to select more or less."
        )),
      .text(
        tr(
          "Write before, between or behind words, or on another line: the text goes there. A word that you have just written has a dotted line below it. Tap it, and choose another reading."
        )),
      .text(
        tr(
          "Only English is read, in Latin letters: what is written in another language or script becomes wrong words. The gestures also work over text from right to left, and on lines that have both directions. Handwriting in fields can be switched off in the preferences."
        )),
      .page("try-scribble"), .commands(["win.rename"]), .button("app.preferences"),
    ])

  private static let library = HelpPage(
    id: "library", title: tr("The Library"),
    blocks: [
      .text(
        tr(
          "All drawings are in the library, the one that you drew on last first. The button in the header shows it, and so does a swipe from the header’s edge beside it. Tap one to open it in the window. Type or write in the field above them to search."
        )),
      .picture(
        "library-list", tr("The library beside a drawing: a folder, and drawings with stars")),
      .text(
        tr(
          "Write a name below the last drawing for a new one. Swipe along a row, press it long or use the menu to copy a drawing, to give it another name or to move it to the bin, from where Undo brings it back. The button with the folder makes one; drag a drawing or another folder on it to put it there, with a pen or a finger once it has rested, and on the arrow above the list to take it out again. With the tick above the list, taps select several, which go together."
        )),
      .text(
        tr(
          "They are files in the folder Plumbago in your documents. What other programs do there is seen here at once."
        )),
      .text(
        tr(
          "As a Flatpak, Plumbago sees none of your folders but those that you choose for it: the drawings are in a folder of its own, which the preferences show and change. In a folder that you choose there, what other programs do is seen when the library is opened again. The folder of its own may be removed together with Plumbago; one that you choose stays."
        )),
      .text(
        tr(
          "A Flatpak cannot take anything out of the bin again, so that Undo is not offered for it there: the desktop’s file manager can."
        )),
      .text(
        tr(
          "The star on a row makes a drawing a favorite; the star above the list shows these alone. The preferences choose another folder; nothing is moved by that. Where a syncing program keeps two versions of a drawing, the other one is listed right after it with a mark, and the menu opens both."
        )),
      .button("win.library"), .page("finding"),
      .commands(["win.library", "win.rename", "win.details", "app.new", "app.open"]),
    ])

  private static let finding = HelpPage(
    id: "finding", title: tr("Finding What Is Written"),
    blocks: [
      .text(
        tr(
          "Find in the menu, under Edit, looks for words in the drawing: in what you wrote by hand, in text boxes and on PDF pages. Each hit is lit up, and the view goes to the first one; Enter goes to the next. A word that was read wrongly is often found, too, after those that were read as you typed them."
        )),
      .picture("find", tr("A word that is found twice in handwriting, lit up on the paper")),
      .text(
        tr(
          "The field of the library looks in all drawings: for names, and for what is written. Each hit is a row with the words around it and its page. Tap it, and the drawing opens with it lit up."
        )),
      .picture(
        "library-hits", tr("A word that is found in several drawings, one of which is open there")),
      .text(
        tr(
          "What is written is read while you do nothing, by this computer alone, and not on battery unless the preferences say so. The desktop’s search finds it, too; the preferences can change that."
        )),
      .text(
        tr(
          "In a terminal, “plumbago search WORDS” lists the hits in all drawings of the library."
        )),
      .button("win.find"), .page("library"),
      .commands(["win.find", "win.find-next", "win.find-previous", "win.library"]),
    ])

  private static let tryScribble = HelpPage(
    id: "try-scribble", title: tr("Try Scribble"),
    blocks: [
      .text(
        tr(
          "Each gesture is shown, and has a text below it to try it on with the pen. Press a picture to play it once more. Every gesture is one step of undo."
        )), .textGestures,
      .text(
        tr(
          "These are the kinds of field that there are. Write into each as on paper: the text comes when you pause. A password takes no handwriting. Nothing that is written on this page is kept."
        )), .fields,
    ])

  private static let otherPrograms = HelpPage(
    id: "other-programs", title: tr("Writing in Other Programs"),
    blocks: [
      .text(
        tr(
          "The pen can write into the text fields of other programs, too. Switch on “Handwriting in other programs” in the preferences and log in anew. There, too, nothing leaves this computer."
        )),
      .text(
        tr(
          "It works in programs that use GTK 4 and were installed from the system’s packages, as most of GNOME’s. Keyboards and input methods work there as before, and fields for passwords take no handwriting."
        )),
      .text(
        tr(
          "Fields of other programs stay as high as they are, since a field that grows moves what is below it. Where low fields have too little room for your hand, switch on “Low fields grow in other programs” in the preferences: they become higher while the pen is near."
        )),
      .text(
        tr(
          "It does not work yet in programs from Flatpak, each of which brings a GTK of its own that does not see Plumbago’s module, nor in programs that use GTK 3, Qt or a toolkit of their own, for which there is no such module."
        )),
      .text(
        tr(
          "Where the session is not started by systemd, the switch has no effect. Set the variable GTK_IM_MODULE to plumbago there, as your system sets variables for a session."
        )),
      .button("app.preferences"),
    ])

  private static let gestures = HelpPage(
    id: "gestures", title: tr("Gestures"),
    blocks: [
      .text(tr("Everything that a gesture does is in a menu and has a key, too.")), .gestures,
      .text(
        tr(
          "Two fingers on what is selected move, scale and turn that instead of the paper. With the selection tool they do so with a picture that both of them are on, selected or not."
        )),
      .text(
        tr(
          "Where nothing of the drawing is to be seen, “Back to the Drawing” comes at the lower edge and leads back to it."
        )),
    ])

  private static let files = HelpPage(
    id: "files", title: tr("Files and Safety"),
    blocks: [
      .text(
        tr(
          "A new drawing is kept in the library at once, before it has a name. Save As moves it where you want it; from then on it is kept there. Save writes nothing that is not written anyway: it makes sure, and says so."
        )),
      .text(
        tr(
          "Undo reaches back to the first stroke, even after the drawing was closed or the computer lost power. A drawing is one file: to back it up, copy it."
        )),
      .text(
        tr(
          "A file that was damaged is not changed. Plumbago offers to recover what it still holds into a new drawing."
        )),
      .text(
        tr(
          "Paper in the menu gives the drawing lines, pages or another color. Export, in the menu under Save and Export, makes a picture or a document for other programs."
        )),
      .page("exchange"),
      .text(
        tr(
          "Save a Copy writes what shows to another file and leaves out the history, so that nobody finds in it what was erased; the dialog can keep it. So does dragging a drawing out of the library. A copy that is made in the library, and Save As, keep the history. Forget History takes it out of the drawing itself, for good."
        )),
      .text(
        tr(
          "Look Back, in the menu under Edit, History, has a slider over all steps of the drawing. Play them, copy something from then and paste it into now, save a copy of a moment, or restore it. Escape returns to now."
        )),
      .picture("history", tr("The drawing as it was, above the slider over its steps")),
      .text(
        tr(
          "Show in Another Window, in the menu under View, Windows and Tabs, opens a second window with the same drawing: look at one place of it while you draw at another. Both show all of it, and undo in either takes back what was done last."
        )),
      .text(
        tr(
          "Several drawings can be in tabs of one window: New Tab, in the menu under View, Windows and Tabs, makes one, and the menu of a drawing in the library opens one. Drag a tab to move it. With “Open drawings in tabs” in the preferences, whatever you open comes in a tab. All tabs are there again at the next start."
        )),
      .commands([
        "win.save", "win.save-as", "win.export", "win.paper", "win.history", "win.second-window",
        "win.new-tab",
        "win.next-tab", "win.previous-tab",
      ]),
    ])

  private static let keyboard = HelpPage(
    id: "keyboard", title: tr("The Keyboard"),
    blocks: [
      .text(
        tr(
          "The keyboard reaches everything. It can even draw: it moves a pen over the paper, puts it down and presses harder."
        )),
      .commands([
        "win.keyboard-pen", "win.focus-tools", "win.context-menu", "app.menu", "win.fullscreen",
      ]),
      .button("app.shortcuts"),
    ])

  private static let troubleshooting = HelpPage(
    id: "troubleshooting", title: tr("If Something Is Wrong"),
    blocks: [
      .text(
        tr(
          "The pen leaves no mark, or no force: open Test Input and see whether its reports arrive. If they do not, the system does not see the tablet."
        )),
      .text(
        tr("The line appears beside the tip: calibrate the tablet in the settings of the desktop.")),
      .text(tr("Ink lags or flickers: switch Fast ink off in the preferences.")),
      .text(
        tr(
          "Fingers draw where they should move the paper, or move it where they should draw: choose in the preferences what one finger does."
        )),
      .text(
        tr(
          "Plumbago ended unexpectedly: what was drawn is kept. The next start says so and offers a report that you can save; nothing is sent anywhere. Any drawing that was open may be the cause, so none is opened again by itself: a button in the message opens them all, in their tabs and windows; from the library each is opened singly. Later starts offer them in a message, too, until they were opened or that message was closed."
        )),
      .text(
        tr(
          "A recording of the pen is the best report of a fault. It holds what the pen did in this window; it is saved where you choose and sent nowhere."
        )),
      .button("win.test-input"), .button("win.record"),
    ])
}
