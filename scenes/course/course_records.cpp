#include "scenes/course/course_records.h"

#include <sqlite3.h>

#include <filesystem>
#include <system_error>
#include <utility>

namespace drawbar::scenes {
namespace {

constexpr int kVersion = 2;               ///< PRAGMA user_version
constexpr int kApplication = 0x44425243;  ///< PRAGMA application_id: "DBRC"
constexpr int kPatienceMs = 5'000;        ///< for another program that is adding

constexpr const char* kTables = R"(
  CREATE TABLE attempt (
    id INTEGER PRIMARY KEY,
    trainee TEXT NOT NULL,
    station TEXT NOT NULL,
    exercise TEXT NOT NULL,
    scene TEXT NOT NULL,
    attempt INTEGER NOT NULL,
    branch INTEGER NOT NULL,
    recording TEXT NOT NULL,
    build TEXT NOT NULL,
    ended TEXT NOT NULL,
    outcome TEXT NOT NULL,
    time REAL NOT NULL,
    score REAL NOT NULL,
    passed INTEGER NOT NULL,
    score_json TEXT NOT NULL,
    variant TEXT NOT NULL DEFAULT ''
  ) STRICT;
  CREATE INDEX attempt_of_trainee ON attempt (trainee, exercise);
)";

/// Version 1 knew no variants, called what was broken off running, and could count it as passed.
constexpr const char* kFromVersion1 = R"(
  ALTER TABLE attempt ADD COLUMN variant TEXT NOT NULL DEFAULT '';
  UPDATE attempt SET outcome = 'broken_off', passed = 0,
    score_json = replace(score_json, '"passed": true', '"passed": false') WHERE outcome = 'running';
  PRAGMA user_version = 2;
)";
constexpr const char* kColumns =
    "id, trainee, station, exercise, scene, attempt, branch, recording, build, ended, outcome, time, score, "
    "passed, score_json, variant";
/// The same of a file that may not be changed.
constexpr const char* kColumnsOfVersion1 =
    "id, trainee, station, exercise, scene, attempt, branch, recording, build, ended, "
    "CASE outcome WHEN 'running' THEN 'broken_off' ELSE outcome END, time, score, "
    "passed AND outcome <> 'running', CASE outcome WHEN 'running' THEN "
    "replace(score_json, '\"passed\": true', '\"passed\": false') ELSE score_json END, ''";

}  // namespace

struct CourseRecords::Implementation {
  struct CloseDatabase {
    void operator()(sqlite3* database) const { sqlite3_close_v2(database); }
  };
  struct FinishStatement {
    void operator()(sqlite3_stmt* statement) const { sqlite3_finalize(statement); }
  };
  using Database = std::unique_ptr<sqlite3, CloseDatabase>;
  using Statement = std::unique_ptr<sqlite3_stmt, FinishStatement>;

  std::string path;
  Database database;
  int version = kVersion;  ///< of the file

  /// `flags`: SQLite's; a file that may be created is made ours where it is empty.
  static Result<std::unique_ptr<Implementation>> open(const std::string& path, int flags) {
    auto made = std::make_unique<Implementation>();
    made->path = path;
    sqlite3* database = nullptr;
    const int opened = sqlite3_open_v2(path.c_str(), &database, flags, nullptr);
    made->database.reset(database);
    if (opened != SQLITE_OK) return made->failure("the course records cannot be opened");
    sqlite3_busy_timeout(database, kPatienceMs);
    const bool make = (flags & SQLITE_OPEN_CREATE) != 0;
    auto current = made->is_current(make);
    if (current && !*current && make) current = made->bring_up_to_date();
    if (!current) return tl::unexpected(current.error());
    return made;
  }

  /// SQLite calls a full disk an I/O error where it is the log beside the file that finds no room.
  tl::unexpected<Error> failure(const std::string& what) const {
    const int code = sqlite3_errcode(database.get());
    std::string text = path + ": " + what + ": " + sqlite3_errmsg(database.get());
    if (code == SQLITE_FULL || code == SQLITE_IOERR)
      text += "; make room on its disk, which reading needs, too";
    return fail(code == SQLITE_NOTADB ? ErrorKind::wrong : ErrorKind::environment, std::move(text));
  }

  Result<void> execute(const char* statements) const {
    if (sqlite3_exec(database.get(), statements, nullptr, nullptr, nullptr) != SQLITE_OK)
      return failure("the course records cannot be written");
    return {};
  }

  Result<Statement> prepare(const char* text) const {
    sqlite3_stmt* statement = nullptr;
    if (sqlite3_prepare_v2(database.get(), text, -1, &statement, nullptr) != SQLITE_OK)
      return failure("the course records cannot be read");
    return Statement(statement);
  }

  Result<int> number(const char* pragma) const {
    auto statement = prepare(pragma);
    if (!statement) return tl::unexpected(statement.error());
    if (sqlite3_step(statement->get()) != SQLITE_ROW) return failure("the course records cannot be read");
    return sqlite3_column_int(statement->get(), 0);
  }

  /// Whether the file is one of ours in the version of this program; not: an older one, or an empty one where
  /// ours are to be made of it. All others are refused.
  Result<bool> is_current(bool make) {
    const auto application = number("PRAGMA application_id");
    if (!application) return tl::unexpected(application.error());
    const auto found = number("PRAGMA user_version");
    if (!found) return tl::unexpected(found.error());
    const auto tables = number("SELECT count(*) FROM sqlite_master");
    if (!tables) return tl::unexpected(tables.error());
    version = *found;
    if (*tables == 0 && *application == 0 && make) return false;
    if (*application != kApplication)
      return fail(ErrorKind::wrong, path + ": no course records: a database of something else");
    if (*found > kVersion) {
      return fail(ErrorKind::wrong, path + ": course records of version " + std::to_string(*found) +
                                        ", this program knows up to " + std::to_string(kVersion));
    }
    return *found == kVersion;
  }

  /// Looks again where nobody else writes: another program may have done it meanwhile.
  Result<bool> bring_up_to_date() {
    if (auto begun = execute("BEGIN IMMEDIATE"); !begun) return tl::unexpected(begun.error());
    auto current = is_current(true);
    if (current && !*current) {
      const std::string made = "PRAGMA application_id = " + std::to_string(kApplication) +
                               "; PRAGMA user_version = " + std::to_string(kVersion) + ";" + kTables;
      auto done = execute(version == 0 ? made.c_str() : kFromVersion1);
      if (!done) current = tl::unexpected(done.error());
    }
    const auto ended = execute(current ? "COMMIT" : "ROLLBACK");
    if (current && !ended) return tl::unexpected(ended.error());
    version = kVersion;
    return current;
  }
};

namespace {

void bind(sqlite3_stmt* statement, int place, const std::string& text) {
  sqlite3_bind_text(statement, place, text.data(), static_cast<int>(text.size()), SQLITE_TRANSIENT);
}

std::string text_at(sqlite3_stmt* statement, int column) {
  const auto* text = reinterpret_cast<const char*>(sqlite3_column_text(statement, column));
  return text == nullptr
             ? std::string()
             : std::string(text, static_cast<std::size_t>(sqlite3_column_bytes(statement, column)));
}

AttemptRow row_at(sqlite3_stmt* statement) {
  AttemptRow row;
  row.id = sqlite3_column_int64(statement, 0);
  row.trainee = text_at(statement, 1);
  row.station = text_at(statement, 2);
  row.exercise = text_at(statement, 3);
  row.scene = text_at(statement, 4);
  row.attempt = static_cast<std::uint32_t>(sqlite3_column_int64(statement, 5));
  row.branch = static_cast<std::uint32_t>(sqlite3_column_int64(statement, 6));
  row.recording = text_at(statement, 7);
  row.build = text_at(statement, 8);
  row.ended = text_at(statement, 9);
  row.outcome = text_at(statement, 10);
  row.time = sqlite3_column_double(statement, 11);
  row.score = sqlite3_column_double(statement, 12);
  row.passed = sqlite3_column_int(statement, 13) != 0;
  row.score_json = text_at(statement, 14);
  row.variant = text_at(statement, 15);
  return row;
}

}  // namespace

CourseRecords::CourseRecords(std::unique_ptr<Implementation> implementation)
    : implementation_(std::move(implementation)) {}
CourseRecords::~CourseRecords() = default;
CourseRecords::CourseRecords(CourseRecords&&) noexcept = default;
CourseRecords& CourseRecords::operator=(CourseRecords&&) noexcept = default;

Result<CourseRecords> CourseRecords::open(const std::string& path) {
  auto made = Implementation::open(path, SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE);
  if (!made) return tl::unexpected(made.error());
  const auto set =
      (*made)->execute("PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA secure_delete = ON;");
  if (!set) return tl::unexpected(set.error());
  return CourseRecords(std::move(*made));
}

Result<CourseRecords> CourseRecords::open_to_read(const std::string& path) {
  std::error_code failed;
  if (!std::filesystem::exists(path, failed)) {
    return fail(failed ? ErrorKind::environment : ErrorKind::wrong,
                path + ": cannot open: " + (failed ? failed.message() : "No such file or directory"));
  }
  auto made = Implementation::open(path, SQLITE_OPEN_READONLY);
  if (!made) return tl::unexpected(made.error());
  return CourseRecords(std::move(*made));
}

Result<void> CourseRecords::add(const AttemptRow& row) {
  const auto statement = implementation_->prepare(
      "INSERT INTO attempt (trainee, station, exercise, scene, attempt, branch, recording, build, ended, "
      "outcome, time, score, passed, score_json, variant) VALUES (?,?,?,?,?,?,?,?,?,?,?,?,?,?,?)");
  if (!statement) return tl::unexpected(statement.error());
  sqlite3_stmt* s = statement->get();
  bind(s, 1, row.trainee);
  bind(s, 2, row.station);
  bind(s, 3, row.exercise);
  bind(s, 4, row.scene);
  sqlite3_bind_int64(s, 5, row.attempt);
  sqlite3_bind_int64(s, 6, row.branch);
  bind(s, 7, row.recording);
  bind(s, 8, row.build);
  bind(s, 9, row.ended);
  bind(s, 10, row.outcome);
  sqlite3_bind_double(s, 11, row.time);
  sqlite3_bind_double(s, 12, row.score);
  sqlite3_bind_int(s, 13, row.passed ? 1 : 0);
  bind(s, 14, row.score_json);
  bind(s, 15, row.variant);
  if (sqlite3_step(s) != SQLITE_DONE) return implementation_->failure("an attempt cannot be added");
  return {};
}

Result<std::vector<AttemptRow>> CourseRecords::attempts(const AttemptFilter& filter) const {
  const std::string columns = implementation_->version == 1 ? kColumnsOfVersion1 : kColumns;
  const auto statement = implementation_->prepare(
      ("SELECT " + columns +
       " FROM attempt WHERE (?1 = '' OR trainee = ?1) AND (?2 = '' OR exercise = ?2) ORDER BY id")
          .c_str());
  if (!statement) return tl::unexpected(statement.error());
  bind(statement->get(), 1, filter.trainee);
  bind(statement->get(), 2, filter.exercise);
  std::vector<AttemptRow> rows;
  int step = 0;
  while ((step = sqlite3_step(statement->get())) == SQLITE_ROW) rows.push_back(row_at(statement->get()));
  if (step != SQLITE_DONE) return implementation_->failure("the course records cannot be read");
  return rows;
}

Result<std::size_t> CourseRecords::erase_trainee(const std::string& trainee) {
  return erase_where("DELETE FROM attempt WHERE trainee = ?", trainee);
}

Result<std::size_t> CourseRecords::erase_before(const std::string& ended) {
  return erase_where("DELETE FROM attempt WHERE ended < ?", ended);
}

Result<std::size_t> CourseRecords::erase_where(const char* condition, const std::string& value) {
  const auto statement = implementation_->prepare(condition);
  if (!statement) return tl::unexpected(statement.error());
  bind(statement->get(), 1, value);
  if (sqlite3_step(statement->get()) != SQLITE_DONE)
    return implementation_->failure("attempts cannot be erased");
  const auto erased = static_cast<std::size_t>(sqlite3_changes(implementation_->database.get()));
  // secure_delete overwrites them in the file; the log must not keep them either.
  const auto busy = implementation_->number("PRAGMA wal_checkpoint(TRUNCATE)");
  if (!busy) return tl::unexpected(busy.error());
  if (*busy != 0) {
    return fail(ErrorKind::environment,
                implementation_->path + ": " + std::to_string(erased) +
                    " attempts are erased, but the log beside it still holds them, because another program "
                    "reads; erase again once that has ended");
  }
  return erased;
}

Result<void> CourseRecords::back_up(const std::string& path) const {
  std::error_code ignored;
  if (std::filesystem::exists(path, ignored))
    return fail(ErrorKind::environment, path + ": there is such a file; a back-up overwrites nothing");
  const auto statement = implementation_->prepare("VACUUM INTO ?");
  if (!statement) return tl::unexpected(statement.error());
  bind(statement->get(), 1, path);
  if (sqlite3_step(statement->get()) != SQLITE_DONE)
    return implementation_->failure(path + ": the back-up cannot be written");
  return {};
}

}  // namespace drawbar::scenes
