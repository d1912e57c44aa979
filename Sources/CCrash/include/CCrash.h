#pragma once

/// Writes down where a program crashes, for the next start to tell of.
///
/// In C, as a handler of signals may use neither Swift's runtime nor memory that is allocated.

/// The length in bytes of what `header` may hold; the rest is cut off.
#define PLUMBAGO_CRASH_HEADER 2048

/// Has a crash from now on write a file: `header`, the signal, the addresses of the calls that led to it, and the code
/// that is mapped there, by the names of files without their folders.
///
/// What handled these signals before handles them after that, else the system does. To be called once, on the main
/// thread.
///
/// - Parameter path: Of a file in a folder that exists. Nothing is written where that is missing.
void plumbago_crash_watch(const char *path, const char *header);
