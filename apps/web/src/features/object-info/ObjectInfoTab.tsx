import { Button } from '@mantine/core';
import type { Geom } from '@pgis/contract';
import { IconEyeOff, IconPencil, IconTrash } from '@tabler/icons-react';
import { Suspense, useState } from 'react';
import { errorText, useTexts } from '../../i18n/index.ts';
import { FieldValue } from '../../layers/fields/FieldValue.tsx';
import { type SelectedKey, useMap } from '../../map/index.ts';
import { useDeleteObject } from '../../objects/useDeleteObject.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { IconButton } from '../../ui/IconButton.tsx';
import { LoadFailureNote, lazyPart } from '../../ui/lazy-parts/index.ts';
import { StatusMark } from '../comments/index.ts';
import { openEditDialog } from '../drawing/index.ts';
import { ObjectImages } from '../files/index.ts';
import { HistoryButton } from '../object-history/index.ts';
import { CopyLinkIcon } from '../objects/index.ts';
import { useSession } from '../session/index.ts';
import { EditShapeButton } from '../shape-editing/index.ts';
import { Comments } from './Comments.tsx';
import { ExportCsvButton } from './ExportCsvButton.tsx';
import { LoadingInfo } from './LoadingInfo.tsx';
import classes from './ObjectInfoTab.module.css';
import { baseRows, dataRows } from './objectRows.ts';
import { UpvoteButton } from './UpvoteButton.tsx';
import { useIsCase } from './useIsCase.ts';
import { useObjectFields } from './useObjectFields.ts';
import { useSelectedObject } from './useSelectedObject.ts';

const FollowButton = lazyPart(async () => ({ default: (await import('../follows/index.ts')).FollowButton }));
/** Most layers are no case layers. */
const CasePanel = lazyPart(() => import('./case/CasePanel.tsx'), LoadFailureNote);
/** Most objects are public, so the strip loads on demand. */
const ReviewStrip = lazyPart(() => import('./ReviewStrip.tsx'), LoadFailureNote);

/** INFO-01..12: the data and actions of the selected object. */
export function ObjectInfoTab() {
  const { t } = useTexts();
  const { key, geom, sizeText, query } = useSelectedObject();
  if (key === null) return null;
  if (geom) return <ObjectInfo key={key.id} objectKey={key} geom={geom} sizeText={sizeText} />;
  if (!query.isError) return <LoadingInfo />;
  return (
    <EmptyState
      title={t('MAP.INFO.NOT_LOADED')}
      text={errorText(t, query.error)}
      actions={<Button onClick={() => void query.refetch()}>{t('COMMON.RETRY')}</Button>}
    />
  );
}

interface ObjectInfoProps {
  readonly objectKey: SelectedKey;
  readonly geom: Geom;
  readonly sizeText: string;
}

function ObjectInfo({ objectKey, geom, sizeText }: ObjectInfoProps) {
  const { t } = useTexts();
  const map = useMap();
  const { user } = useSession();
  const [isHiding, setHiding] = useState(false);
  const isCase = useIsCase(geom.classId);
  const deleteObject = useDeleteObject();
  const onDelete = () =>
    deleteObject({
      object: geom,
      layerIds: [objectKey.layerId, geom.classId],
      onRestored: () => {
        map.setTool('SelectObject');
        map.select(objectKey);
      },
    });
  const data = (
    <>
      <BaseData geom={geom} sizeText={sizeText} />
      <LayerData geom={geom} />
    </>
  );
  return (
    <>
      <div className={classes.actions}>
        <UpvoteButton geom={geom} />
        <ExportCsvButton geom={geom} />
        <div className={classes.icons}>
          {geom.canWrite && (
            <IconButton label={t('MAP.INFO.EDIT')} onClick={() => openEditDialog(geom)}>
              <IconPencil size={18} />
            </IconButton>
          )}
          {geom.canWrite && <EditShapeButton geom={geom} />}
          {geom.canWrite && <HistoryButton geom={geom} />}
          <CopyLinkIcon objectId={geom.id} />
          <Suspense fallback={null}>
            <FollowButton objectId={geom.id} userId={user?.userId ?? null} />
          </Suspense>
          {geom.canHide && !isHiding && (
            <IconButton label={t('MAP.REVIEW.HIDE')} onClick={() => setHiding(true)}>
              <IconEyeOff size={18} />
            </IconButton>
          )}
          {geom.canDelete && (
            <IconButton
              label={t('MAP.INFO.DELETE')}
              className={classes.delete ?? ''}
              onClick={() => void onDelete()}
            >
              <IconTrash size={18} />
            </IconButton>
          )}
        </div>
      </div>
      {!isCase && <ObjectImages objectId={geom.id} />}
      {(geom.review !== null || isHiding) && (
        <Suspense fallback={null}>
          <ReviewStrip geom={geom} isHiding={isHiding} isCase={isCase} onHidingChange={setHiding} />
        </Suspense>
      )}
      {isCase ? (
        <Suspense fallback={<LoadingInfo />}>
          <CasePanel geom={geom}>{data}</CasePanel>
        </Suspense>
      ) : (
        <>
          {data}
          <Comments geom={geom} />
        </>
      )}
    </>
  );
}

function BaseData({ geom, sizeText }: Omit<ObjectInfoProps, 'objectKey'>) {
  const { t } = useTexts();
  const { latestComment } = geom;
  return (
    <table className={classes.table} aria-label={t('MAP.OBJECT_DATA')}>
      <tbody>
        {baseRows(geom, { t, sizeText }).map(({ key, label, value }) => (
          <tr key={key}>
            <th scope="row">{label}</th>
            <td data-key={key}>
              {key === 'status' && latestComment?.status ? <StatusMark {...latestComment} /> : value}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function LayerData({ geom }: Pick<ObjectInfoProps, 'geom'>) {
  const { t } = useTexts();
  const rows = dataRows(geom);
  const { schemas, labels } = useObjectFields(geom.classId);
  return (
    <section aria-label={t('MAP.LAYER_FIELDS')}>
      <h3 className={classes.caption}>{t('MAP.LAYER_FIELDS')}</h3>
      {rows.length === 0 ? (
        <p className={classes.none}>{t('MAP.INFO.NO_FIELDS')}</p>
      ) : (
        <table className={classes.table} aria-label={t('MAP.LAYER_FIELDS')}>
          <tbody>
            {rows.map(({ key, value }) => (
              <tr key={key}>
                <th scope="row">{labels.of(key)}</th>
                <td>
                  <FieldValue schema={schemas.get(key)} value={labels.ofValue(key, value)} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </section>
  );
}
