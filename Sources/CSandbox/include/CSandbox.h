#pragma once

#include <stddef.h>

// Takes from this process what a reader of foreign bytes needs not: new privileges, the network, other programs, files
// but for reading fonts and libraries, memory beyond `memory` bytes. It ends with its parent's thread.
//
// What the kernel does not have is left out. 0, or the number of the first step that failed though the kernel has it.
int sandbox_enter(size_t memory);

// From now on, this process ends when it has used the processor for another `seconds`.
void sandbox_allow_seconds(unsigned seconds);

// Ends this process when the other end of a socket is closed; a thread of its own looks.
void sandbox_end_with(int socket);
