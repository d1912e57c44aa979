import CGtk

/// Days and times as people of this region and language write them.
public nonisolated enum LocalTime {
  /// The day and time here now, as names of files that sort by them: “2026-11-25 03.29.18”.
  public static var stamp: String {
    let now = g_date_time_new_now_local()
    defer { g_date_time_unref(now) }
    return takeString(g_date_time_format(now, "%Y-%m-%d %H.%M.%S")) ?? ""
  }

  /// The day and the time.
  ///
  /// - Parameter time: Milliseconds since 1970.
  public static func full(_ time: Int64) -> String {
    guard let then = g_date_time_new_from_unix_local(gint64(time / 1000)) else { return "" }
    defer { g_date_time_unref(then) }
    return takeString(g_date_time_format(then, "%x %R")) ?? ""
  }

  /// Today the time alone, else the day.
  ///
  /// - Parameter time: Milliseconds since 1970.
  public static func short(_ time: Int64) -> String {
    guard let then = g_date_time_new_from_unix_local(gint64(time / 1000)) else { return "" }
    defer { g_date_time_unref(then) }
    let now = g_date_time_new_now_local()
    defer { g_date_time_unref(now) }
    let isToday =
      g_date_time_get_year(then) == g_date_time_get_year(now)
      && g_date_time_get_day_of_year(then) == g_date_time_get_day_of_year(now)
    return takeString(g_date_time_format(then, isToday ? "%R" : "%x")) ?? ""
  }
}
