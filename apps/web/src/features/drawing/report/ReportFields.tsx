import { Button, Checkbox } from '@mantine/core';
import { useNetwork } from '@mantine/hooks';
import { IconCloudOff } from '@tabler/icons-react';
import { type ReactNode, useId } from 'react';
import { errorText, useTexts } from '../../../i18n/index.ts';
import { Notice } from '../../../ui/forms/Notice.tsx';
import { TrimmedTextInput } from '../../../ui/inputs/TrimmedTextInput.tsx';
import frame from '../../../ui/stepFrame.module.css';
import { type StoredDraft, useUnsavedWork } from '../../../ui/unsaved-work/index.ts';
import { PhotoField, type Photos } from '../../photos/index.ts';
import { CountedTextInput } from '../form/CountedTextInput.tsx';
import { fieldLimits } from '../form/DrawValues.ts';
import { LayerFields } from '../form/LayerFields.tsx';
import type { AddableLayer } from '../form/useAddableLayers.ts';
import { type DrawForm, getTextFieldProps } from '../form/useDrawForm.ts';
import { CategoryTiles } from './CategoryTiles.tsx';
import classes from './CitizenReport.module.css';
import { NearbyReport } from './NearbyReport.tsx';
import type { Place } from './place/Place.ts';
import { PlaceLine } from './place/PlaceLine.tsx';
import { type Missing, toRequiredFields } from './toReport.ts';

interface ReportFieldsProps {
  readonly layers: readonly AddableLayer[];
  /** The failure of the last attempt to load the layers. */
  readonly error: unknown;
  readonly onRetry: () => void;
  readonly form: DrawForm;
  readonly photos: Photos;
  readonly place: Place | null;
  /** Accuracy of a device that knows its position too roughly; null if it knows none. */
  readonly roughM: number | null;
  readonly address: string;
  readonly wantsMails: boolean;
  readonly missing: Missing | null;
  readonly isSending: boolean;
  /** Text of the last failure to send. */
  readonly failure: string | null;
  /** The report has content that leaving would lose. */
  readonly isEntered: boolean;
  readonly draft: StoredDraft;
  /** The draft of an earlier visit, above what scrolls. */
  readonly offer: ReactNode;
  /** Notices above the fields. */
  readonly head: ReactNode;
  readonly onConfirmPlace: () => void;
  readonly onPlace: () => void;
  readonly onWantsMails: (wantsMails: boolean) => void;
  readonly onVoted: (id: number) => void;
  readonly onSend: () => void;
}

/** The fields of a visitor's report, and the button that sends it or says what it lacks. */
export function ReportFields(props: ReportFieldsProps) {
  const { layers, form, photos, place, wantsMails, missing, failure } = props;
  const { t } = useTexts();
  const { online } = useNetwork();
  const mailsId = useId();
  const { values } = form;
  const layer = layers.find(({ id }) => id === values.classId);
  useUnsavedWork(props.isEntered, props.draft);
  // Without a network the layers of an earlier attempt do.
  if (layers.length === 0) {
    return (
      <div className={frame.body}>
        {props.error === null ? (
          <Notice tone="warn">{t('NO_PERMISSIONS_TO_ADD')}</Notice>
        ) : (
          <Notice tone="warn">
            {errorText(t, props.error)}{' '}
            <Button size="compact-sm" variant="default" onClick={props.onRetry}>
              {t('COMMON.RETRY')}
            </Button>
          </Notice>
        )}
      </div>
    );
  }
  const required = layer && toRequiredFields(layer);
  return (
    <form
      noValidate
      className={classes.form}
      onSubmit={(event) => {
        event.preventDefault();
        props.onSend();
      }}
    >
      {props.offer}
      <div className={frame.body}>
        {props.head}
        <PhotoField photos={photos} note={t('CITIZEN.PHOTO.NOTE')} />
        <PlaceLine
          place={place}
          roughM={props.roughM}
          onConfirm={props.onConfirmPlace}
          address={props.address}
          isBlurred={layer?.blurPositions === true}
          onChange={props.onPlace}
        />
        {place !== null && layer !== undefined && (
          <NearbyReport lonLat={place.lonLat} layer={layer} onVoted={props.onVoted} />
        )}
        <CategoryTiles
          layers={layers}
          selectedId={values.classId}
          onSelect={({ id }) => form.setFieldValue('classId', id)}
        />
        {required !== undefined && required.layerFields.length > 0 && (
          <LayerFields form={form} layer={required} isNew />
        )}
        <CountedTextInput
          size="md"
          label={
            <>
              {t('MAP.DRAW.TOPIC')} <span className={classes.optional}>{t('CITIZEN.FORM.OPTIONAL')}</span>
            </>
          }
          placeholder={t('CITIZEN.FORM.EXAMPLE')}
          autoComplete="off"
          limit={fieldLimits.description}
          value={values.description}
          onChange={(text: string) => form.setFieldValue('description', text)}
        />
        <div className={classes.mails} data-open={wantsMails || undefined}>
          <label className={classes.check} htmlFor={mailsId}>
            <Checkbox
              id={mailsId}
              size="md"
              checked={wantsMails}
              onChange={(event) => props.onWantsMails(event.currentTarget.checked)}
            />
            {t('CITIZEN.FORM.MAILS')}
          </label>
          {wantsMails && (
            <TrimmedTextInput
              size="md"
              label={t('MAP.DRAW.EMAIL')}
              type="email"
              inputMode="email"
              autoComplete="email"
              placeholder={t('MAP.DRAW.EMAIL_EXAMPLE')}
              description={t('CITIZEN.FORM.MAILS_NOTE')}
              inputWrapperOrder={['label', 'input', 'description', 'error']}
              maxLength={fieldLimits.userEmail}
              {...getTextFieldProps(form, 'userEmail')}
              value={values.userEmail}
            />
          )}
        </div>
        {!online && (
          <p className={classes.offline} role="status">
            <IconCloudOff size={20} aria-hidden="true" />
            {t('CITIZEN.FORM.OFFLINE')}
          </p>
        )}
        {failure !== null && <Notice tone="err">{failure}</Notice>}
      </div>
      <footer className={frame.foot}>
        <Button
          type="submit"
          fullWidth
          className={frame.action ?? ''}
          loading={props.isSending}
          aria-disabled={missing !== null}
          data-disabled={missing !== null || undefined}
          aria-describedby="missing"
        >
          {t('CITIZEN.FORM.SEND')}
        </Button>
        <p id="missing" className={classes.missing} role="status">
          {missing !== null && t(`CITIZEN.FORM.MISSING.${missing}`)}
        </p>
      </footer>
    </form>
  );
}
