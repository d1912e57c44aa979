#pragma once
// cairo's declarations are those of its own module: enumerations that two modules have are in neither.
#pragma clang module import CCairo
#include <pango/pangocairo.h>
