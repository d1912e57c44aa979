#pragma once
#include <libxml/xmlversion.h>
// Debian's libxml2 is built with ICU, and encoding.h then includes ICU's headers. Foundation brings an ICU of its own:
// a Swift file that sees both modules does not compile. Nothing here touches a converter of libxml2.
#undef LIBXML_ICU_ENABLED
#include <libxml/parser.h>
#include <libxml/parserInternals.h>
#include <libxml/xmlerror.h>
