/** Every limit of the product (security rules, "Limits"). Each is tested at N and N + 1. */
export const limits = {
  /** Texts: UTF-16 units after trimming. */
  addressLength: 40,
  topicLength: 50,
  emailLength: 50,
  commentLength: 2_000,
  commentsPerObject: 500,
  hideReasonLength: 300,
  /** Sign-in addresses of accounts; the reporter's e-mail has `emailLength`. */
  accountEmailLength: 254,
  /** Names, phone and position of a user; names of groups and units. */
  personNameLength: 100,
  groupNameLength: 100,
  companyTextLength: 200,
  logoBytes: 2_000_000,
  /**
   * Image archives of a company; `bytes` is the unpacked size, `ratio` its largest multiple of the archive's size.
   */
  archive: { count: 100, entries: 10_000, bytes: 2_000_000_000, ratio: 100 },
  groupGrants: 1_000,
  userGroups: 200,
  /** Access and refresh tokens, also as the browser stores them. */
  tokenLength: 4_096,
  passwordMinLength: 10,
  passwordMaxLength: 128,
  attachmentBytes: 100_000_000,
  /** Parts of one upload: files, fields, and both together. */
  upload: { files: 20, fields: 30, parts: 50 },
  fileNameLength: 255,
  fileDescriptionLength: 500,
  /**
   * Visitors' attachments: seconds after adding the object, and bytes per day from one address (/64) (D-FILE-06).
   */
  visitorUpload: { afterAddingS: 3_600, bytesPerDay: 500_000_000 },
  /** Attached images with more pixels are stored without a thumbnail. */
  attachedImagePixels: 24_000_000,
  /** Pixelated parts of one image. */
  imageBoxes: 50,
  bodyBytes: { geometry: 2_000_000, load: 1_000_000, classifier: 1_000_000, other: 256_000 },
  geometry: { vertices: 20_000, rings: 500, parts: 500, nesting: 2 },
  data: { keys: 100, keyLength: 64, valueLength: 4_000, bytes: 65_536 },
  layerFields: 100,
  fieldNameLength: 50,
  classifierNameLength: 100,
  classifierDescriptionLength: 1_000,
  inputHint: { choices: 100, choiceLength: 100, helpLength: 200 },
  /**
   * One label: UTF-16 units, and parts (fixed texts and placeholders); SQL concatenates at most 100 arguments.
   */
  label: { length: 500, parts: 50 },
  /** Values of a field for which rules can be generated (D-CLS-09). */
  generatedRules: 60,
  /** Values of a field with counts in one answer, and steps of the distribution of its numbers. */
  fieldValues: { listed: 200, steps: 1_000 },
  styleRules: 200,
  /** Rules of a layer that a user can switch off; a theme may have more classes than a style has rules. */
  hiddenRules: 250,
  filterRules: 100,
  mapLayer: { nameLength: 100, sourceJsonLength: 8_000, params: 50, attributions: 10 },
  requestClassifiers: 500,
  /** Highest zoom level of the map. */
  maxZoom: 28,
  geometriesLoaded: 50_000,
  /** Objects of one layer, and of all layers together, that a view holds as vectors (D-OBJ-02). */
  vectorPerLayer: 5_000,
  vectorPerView: 10_000,
  featuresRows: 5_000,
  /** Objects of a layer above which an import draws a new layer thinned, and the form proposes it. */
  unthinnedObjects: 2_000,
  /** CSS pixels over which the heat of an object may spread. */
  heatRadiusPx: { min: 8, max: 64 },
  nearestTolerancePx: 10,
  /**
   * `waitMs` limits the wait for an overview being rendered for clients that do not retry; `ownWaitMs` applies to our
   * own map, which does. `maxAgeS` is the longest time for which an overview may lack another user's change.
   */
  image: {
    sidePx: 4_096,
    bytes: 67_108_864,
    drawMs: 5_000,
    queueMs: 2_000,
    waitMs: 20_000,
    ownWaitMs: 3_000,
    maxAgeS: 60,
  },
  /** `file` applies to a report that is written to a file in the background. */
  statementMs: { request: 5_000, report: 60_000, file: 600_000, lock: 2_000, idleInTransaction: 10_000 },
  failedSignIns: { windowMinutes: 15, perEmailAndAddress: 5, perAddress: 20, perEmail: 50 },
  resetMailsPerHour: 3,
  invitationMailsPerHour: 3,
  /** Mails to one address, whoever types it: receipts per hour, and receipts and news together per day. */
  reporterMails: { receiptsPerHour: 5, perDay: 20 },
  /** Reports that a browser may open by the links of their mails; the oldest are dropped. */
  openedReports: 20,
  /** Months after which a reporter's address is erased. */
  reporterAddressMonths: 12,
  /** Sockets of one process; one address may hold `MAX_SOCKETS_PER_ADDRESS` of them (apps/server/src/config.ts). */
  sockets: 2_000,
  /** Calls without a session from one address (/64): stops floods, not guessing. */
  tokenCallsPerMinute: 600,
  /** Searches from one address (/64): about five users who type without a pause. */
  placeSearchesPerMinute: 600,
  placeQueryLength: 100,
  placesFound: 10,
  anonymousAddsPerHour: 10,
  anonymousUpvotesPerHour: 30,
  undoDeleteDays: 30,
  /** Large changes of one page, and objects listed that an undo has left alone. They expire after `undoDeleteDays`. */
  changes: { pageRows: 50, leftListed: 100 },
  logPageRows: 100,
  /** Rows that one text search in the log examines. */
  logRowsSearched: 5_000,
  logQueryLength: 100,
  logCsvRows: 50_000,
  historyPageRows: 100,
  /** Entries of one page of an object's timeline, at most and unless told. */
  timeline: { pageRows: 100, defaultRows: 20 },
  /** Changes of one object from which its former states are computed. */
  historyRows: 5_000,
  /**
   * Reports that are read at once by one process, of the pool's ten connections; the embedded database reads one. A
   * user's second report begins beside one that has run for `longMs`. `waitMs` limits the wait for a slot; a request
   * beyond `waitingPerUser` is refused after `refusalMs`.
   */
  reportsAtOnce: { perUser: 2, longMs: 500, all: 4, waitingPerUser: 20, waitMs: 20_000, refusalMs: 2_000 },
  /** Short links of a user; ended ones are listed for `endedDays` more. */
  /** `endedPerUser` and `endedDays` limit the links that have ended; they are checked when a link is made. */
  shortLinks: { perUser: 200, perHour: 60, addressLength: 4_000, endedDays: 90, endedPerUser: 200 },
  reportTextLength: 100,
  /** Conditions of a report filter, as JSON in an address. */
  reportConditionsLength: 6_000,
  /** Their length as percent-encoded in an address: with the longest area they fit into the head of a request. */
  reportConditionsEncoded: 7_500,
  /** WKT in an address: a polygon that limits a report. */
  reportAreaLength: 6_000,
  reportPageRows: 100,
  /**
   * Cases of one page of the inbox, cases that one request changes, days until one is due, days that one can be old, and
   * overdue cases that have rings on the map.
   */
  cases: { pageRows: 100, changedTogether: 200, dueDays: 365, ageDays: 36_500, rings: 1_000 },
  /** Reports that a user gets by mail; a larger file is replaced by a link. */
  reportSchedules: { perUser: 20, attachmentBytes: 8_000_000, pdfRows: 5_000, pdfPages: 200, pdfMs: 30_000 },
  /** Weeks of a casework report at most and by default, hexagons of its map, and closed cases from which on it has a median. */
  caseReport: { weeks: 104, defaultWeeks: 12, cells: 300, medianOf: 5 },
  /** Reply templates of a company, and layers of one; their texts have `commentLength`. */
  replyTemplates: { count: 200, nameLength: 100, layers: 50 },
  /** Objects that one request changes together. */
  bulkObjects: 5_000,
  /** Rows of a report that one answer streams; larger reports are written to a file (`reports/exports`). */
  reportDirectRows: 200_000,
  /** Saved reports. `rows` limits one answer, `csvRows` a file. */
  customReport: {
    perUser: 100,
    nameLength: 100,
    descriptionLength: 1_000,
    layers: 100,
    statuses: 100,
    previewRows: 20,
    rows: 1_000,
    csvRows: 50_000,
  },
  /** Rows of a worksheet, without its header. */
  xlsxRows: 1_048_575,
  /** Waiting and running exports of one user, and the days until a finished file is deleted. */
  exportsAtOnce: 3,
  /** Bytes of each file that an export writes on its way, and of the result. */
  exportBytes: 8 * 1024 ** 3,
  exportDays: 2,
  /**
   * Imports in the browser. `atOnce` counts those of one user that are not done; uploaded files are deleted after
   * `fileDays`, and an import can be undone for `undoDays`. `features` is the largest number of rows of a file.
   */
  import: {
    files: 20,
    bytes: 2_000_000_000,
    atOnce: 5,
    fileDays: 2,
    undoDays: 30,
    features: 5_000_000,
    previewRows: 20,
    sampleShapes: 500,
    listValues: 50,
    skippedRows: 10_000,
    fixedRows: 100,
    /** Different addresses of a file that are looked up. */
    addresses: 100_000,
    matchDistanceM: 1_000,
    differencePageRows: 200,
    /** Rows named one by one in a choice of differences. */
    exceptions: 10_000,
    memoryMb: 1_000,
    inspectMs: 600_000,
    readMs: 3_600_000,
  },
} as const;
