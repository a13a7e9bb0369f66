/** Every limit of the product, in one place (security rules, "Limits"). Each is tested at N and N + 1. */
export const limits = {
  /** UTF-16 units after trimming. */
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
  /** Image archives of a company; `bytes` unpacked, `ratio` of these to the archive's own size. */
  archive: { count: 100, entries: 10_000, bytes: 2_000_000_000, ratio: 100 },
  groupGrants: 1_000,
  userGroups: 200,
  passwordMinLength: 10,
  passwordMaxLength: 128,
  attachmentBytes: 100_000_000,
  /** Of one upload: files, fields, and both together. */
  upload: { files: 20, fields: 30, parts: 50 },
  fileNameLength: 255,
  fileDescriptionLength: 500,
  /** What visitors attach: how long after adding the object, and how much in a day from one address (/64) (D-FILE-06). */
  visitorUpload: { afterAddingS: 3_600, bytesPerDay: 500_000_000 },
  /** An attached image of more pixels is kept, but gets no thumbnail. */
  attachedImagePixels: 24_000_000,
  bodyBytes: { geometry: 2_000_000, load: 1_000_000, classifier: 1_000_000, other: 256_000 },
  geometry: { vertices: 20_000, rings: 500, parts: 500, nesting: 2 },
  data: { keys: 100, keyLength: 64, valueLength: 4_000, bytes: 65_536 },
  layerFields: 100,
  fieldNameLength: 50,
  classifierNameLength: 100,
  classifierDescriptionLength: 1_000,
  inputHint: { choices: 100, choiceLength: 100, helpLength: 200 },
  /** Of one label: UTF-16 units, and pieces of fixed text and placeholders; SQL puts at most 100 together. */
  label: { length: 500, parts: 50 },
  /** Values of a field that rules can be generated for (D-CLS-09). */
  generatedRules: 60,
  styleRules: 200,
  /** Rules of a layer that a reader switches off; a theme may have more classes than a style has rules. */
  hiddenRules: 250,
  filterRules: 100,
  mapLayer: { nameLength: 100, sourceJsonLength: 8_000, params: 50, attributions: 10 },
  requestClassifiers: 500,
  geometriesLoaded: 50_000,
  /** Objects of one layer, and of all layers together, that a view holds as vectors (D-OBJ-02). */
  vectorPerLayer: 5_000,
  vectorPerView: 10_000,
  featuresRows: 5_000,
  nearestTolerancePx: 10,
  /** `waitMs`: for an overview that is being drawn, of those who do not ask again; `ownWaitMs` of our own map, which does. */
  image: {
    sidePx: 4_096,
    bytes: 64_000_000,
    drawMs: 5_000,
    queueMs: 2_000,
    waitMs: 20_000,
    ownWaitMs: 1_000,
  },
  /** `file`: of a report that is written into a file in the background. */
  statementMs: { request: 5_000, report: 60_000, file: 600_000, lock: 2_000, idleInTransaction: 10_000 },
  failedSignIns: { windowMinutes: 15, perEmailAndAddress: 5, perAddress: 20, perEmail: 50 },
  resetMailsPerHour: 3,
  invitationMailsPerHour: 3,
  /** Receipts in an hour, and receipts and news together in a day, to one address: whoever it is that types it. */
  reporterMails: { receiptsPerHour: 5, perDay: 20 },
  /** Reports that a browser is let see by the links of their mails; older ones are forgotten. */
  openedReports: 20,
  /** How long a reporter's address is kept. */
  reporterAddressMonths: 12,
  /** Calls that need no session, of one address (/64): a brake on floods, not on guessing. */
  tokenCallsPerMinute: 600,
  /** Of one address (/64): some five persons who type without a pause. */
  placeSearchesPerMinute: 600,
  placeQueryLength: 100,
  placesFound: 10,
  anonymousAddsPerHour: 10,
  anonymousUpvotesPerHour: 30,
  undoDeleteDays: 30,
  logPageRows: 100,
  /** Rows that one request for a text in the log looks at. */
  logRowsSearched: 5_000,
  logQueryLength: 100,
  logCsvRows: 50_000,
  historyPageRows: 100,
  /** Changes of one object that its states are put together from. */
  historyRows: 5_000,
  reportTextLength: 100,
  /** Of a polygon that narrows a report, as WKT in an address. */
  reportAreaLength: 6_000,
  reportPageRows: 100,
  /** Objects that one request changes together. */
  bulkObjects: 5_000,
  /** Rows of a report that one answer streams; more are written into a file (`reports/exports`). */
  reportDirectRows: 200_000,
  /** Of saved reports. `rows` are those of one answer, `csvRows` those of a file. */
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
  /** What a worksheet holds, without its header. */
  xlsxRows: 1_048_575,
  /** Of one user at a time, waiting or running; and how long a finished file stays. */
  exportsAtOnce: 3,
  exportDays: 2,
} as const;
