export {
  type ActorCompany,
  type ActorKind,
  type ActorUser,
  actorPassword,
  addActors,
  addUser,
} from './addActors.ts';
export {
  addComment,
  addGroup,
  addLayer,
  addObject,
  addObjects,
  type CommentRow,
  type GroupRow,
  type LayerRow,
  type ObjectRow,
} from './builders.ts';
export { openTestDatabase, type TestEngine } from './database.ts';
export {
  describeOnDatabase,
  describeOnEachDatabase,
  describeOnOneDatabase,
  listTestEngines,
} from './describeOnEachDatabase.ts';
export { type FakeClock, fakeClock } from './fakeClock.ts';
export { fuzzInputs, fuzzRuns } from './fuzzRuns.ts';
export { compareGalleries, type GalleryDifference, toDifferenceText } from './gallery/compareGalleries.ts';
export { drawOracleGallery, drawServerGallery } from './gallery/drawServerGallery.ts';
export { galleryBounds, listBeyond } from './gallery/galleryBounds.ts';
export { toImageJob } from './gallery/toImageJob.ts';
export { mapQuery } from './mapQuery.ts';
export { type LayerView, readLayerView } from './readLayerView.ts';
export { readMails, type SentMail } from './readMails.ts';
export { sendUpload, type UploadAnswer, type UploadToSend, uploadLength } from './sendUpload.ts';
export { type ServerProcess, StartFailed, startServerProcess } from './startServerProcess.ts';
export {
  type SignedIn,
  signIn,
  startTestApp,
  type TestAnswer,
  type TestApp,
  type TestAppOptions,
} from './startTestApp.ts';
