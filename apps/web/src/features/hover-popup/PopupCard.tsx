import type { Geom } from '@pgis/contract';
import { useRef } from 'react';
import { useTexts } from '../../i18n/index.ts';
import { FieldValue } from '../../layers/fields/FieldValue.tsx';
import { type HoveredObject, popupMark, useMap } from '../../map/index.ts';
import { StatusMark } from '../comments/index.ts';
import { useThumbnails } from '../files/index.ts';
import { dataRows, useObjectFields } from '../object-info/index.ts';
import { findPopupText } from './findPopupText.ts';
import classes from './PopupCard.module.css';
import { useHoveredObject } from './useHoveredObject.ts';
import { usePopupPosition } from './usePopupPosition.ts';

const NOTHING = '---';
/** POP-02. */
const MAX_THUMBNAILS = 3;

/** The popup itself, or nothing for an object without content (POP-09, POP-10). */
export default function PopupCard({ hovered }: { readonly hovered: HoveredObject }) {
  const map = useMap();
  const geom = useHoveredObject(hovered);
  const thumbnails = useThumbnails(hovered.id);
  const box = useRef<HTMLDivElement>(null);
  const text = geom && findPopupText(geom);
  const position = usePopupPosition(box, hovered, text !== undefined);
  if (!geom?.id || text === undefined) return null;
  const { maxHeight, tail, ...corner } = position ?? {};
  return (
    <div
      role="tooltip"
      className={classes.popup}
      style={{ ...corner, visibility: position ? 'visible' : 'hidden' }}
      {...{ [popupMark]: '' }}
      onPointerLeave={({ pointerType }) => pointerType !== 'touch' && map.popup.close()}
    >
      <div ref={box} className={classes.scroll} style={{ maxHeight }}>
        <Thumbnails addresses={thumbnails} />
        <div className={classes.body}>
          <div className={classes.meta}>
            <span>{geom.id}</span>
            <span className={classes.layer}>{geom.layerName}</span>
          </div>
          <div className={classes.name}>{geom.name}</div>
          <div className={classes.description}>{text}</div>
          <Data geom={geom} />
          <LatestComment geom={geom} />
        </div>
      </div>
      {tail && (
        <span className={classes.tail} data-below={tail.isBelow || undefined} style={{ left: tail.left }} />
      )}
    </div>
  );
}

function Thumbnails({ addresses }: { readonly addresses: readonly string[] }) {
  if (addresses.length === 0) return null;
  const more = addresses.length - MAX_THUMBNAILS;
  return (
    <div className={classes.thumbnails}>
      {addresses.slice(0, MAX_THUMBNAILS).map((address) => (
        <img key={address} src={address} alt="" className={classes.thumbnail} />
      ))}
      {more > 0 && <span className={classes.more}>+{more}</span>}
    </div>
  );
}

/** POP-04. */
function Data({ geom }: { readonly geom: Geom }) {
  const rows = dataRows(geom);
  const { schemas, labels } = useObjectFields(geom.classId);
  if (rows.length === 0) return null;
  return (
    <dl className={classes.data}>
      {rows.map(({ key, value }) => (
        <div key={key} className={classes.pair}>
          <dt>{labels.of(key)}</dt>
          <dd>
            <FieldValue schema={schemas.get(key)} value={labels.ofValue(key, value)} />
          </dd>
        </div>
      ))}
    </dl>
  );
}

/** POP-05. */
function LatestComment({ geom: { latestComment } }: { readonly geom: Geom }) {
  const { t } = useTexts();
  return (
    <div className={classes.comment}>
      <div>
        <Label isVisible={!latestComment?.content}>{t('MAP.INFO.LATEST_COMMENT')}</Label>
        {latestComment?.content || NOTHING}
      </div>
      <div className={classes.status}>
        <Label isVisible={!latestComment?.status}>{t('MAP.INFO.STATUS')}</Label>
        {latestComment?.status ? <StatusMark {...latestComment} /> : NOTHING}
      </div>
    </div>
  );
}

/** Name of a value; a dash needs it, other values are clear without. */
const Label = ({ isVisible, children }: { readonly isVisible: boolean; readonly children: string }) => (
  <span className={isVisible ? classes.label : 'visually-hidden'}>{children}: </span>
);
