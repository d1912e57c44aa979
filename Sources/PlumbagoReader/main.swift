import CReaderProcess
import CSandbox
import Glibc
import ReaderProtocol

// Reads one file of a foreign format for the app: see `ReaderRequest`. It has three descriptors and can get no others but
// to fonts and libraries; whatever the file makes of it, it makes of this process alone.

/// Seconds of the processor for one request.
let requestSeconds: UInt32 = 20
/// And for one that reads or writes all of a document.
let documentSeconds: UInt32 = 110

guard let file = MappedBytes(descriptor: Int32(READER_FILE), isWritten: false),
  let pixels = MappedBytes(descriptor: Int32(READER_PIXELS), isWritten: true),
  pixels.count >= ReaderLimits.pixelBytes
else { exit(2) }
let socket = MessageSocket(Int32(READER_SOCKET))
sandbox_end_with(socket.descriptor)
guard sandbox_enter(ReaderLimits.memory) == 0 else { exit(3) }

var handler = RequestHandler(file: file, pixels: pixels)
while let message = try? socket.receive(), let request = try? ReaderRequest(message) {
  sandbox_allow_seconds(request.isForWholeDocument ? documentSeconds : requestSeconds)
  let reply: ReaderReply
  do throws(ReaderFailure) {
    reply = try handler.answer(request)
  } catch {
    reply = .failed(error)
  }
  do throws(MessageSocket.Failure) {
    let bytes = reply.bytes
    try socket.send(
      bytes.count <= ReaderLimits.messageBytes ? bytes : ReaderReply.failed(.tooLarge).bytes)
  } catch {
    break
  }
}
