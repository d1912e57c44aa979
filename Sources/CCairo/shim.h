#pragma once
#include <cairo.h>
#include <cairo-pdf.h>
#include <cairo-script.h>
#include <cairo-svg.h>
