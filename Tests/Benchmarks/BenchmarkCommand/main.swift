import Glibc
import InkBenchmarks

// What scripts/bench runs.
exit(await runBenchmarks(Array(CommandLine.arguments.dropFirst())))
