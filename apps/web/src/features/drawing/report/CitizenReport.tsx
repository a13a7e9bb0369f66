import { Button } from '@mantine/core';
import { IconCloudOff, IconThumbUp } from '@tabler/icons-react';
import { type ReactNode, useMemo, useState } from 'react';
import { useTexts } from '../../../i18n/index.ts';
import { useMap } from '../../../map/index.ts';
import { DialogFrame } from '../../../ui/DialogFrame.tsx';
import { DraftOffer } from '../../../ui/drafts/DraftOffer.tsx';
import { EmptyState } from '../../../ui/EmptyState.tsx';
import { Notice } from '../../../ui/forms/Notice.tsx';
import { useIsBelow } from '../../../ui/screenWidth.ts';
import { isHeic, usePhotos } from '../../photos/index.ts';
import { makeKey } from '../dialog/drawDialogState.ts';
import { LoadingForm } from '../dialog/LoadingForm.tsx';
import { valuesOfDraft } from '../form/startValues.ts';
import { pickAddable } from '../form/useAddableLayers.ts';
import { useDrawForm } from '../form/useDrawForm.ts';
import classes from './CitizenReport.module.css';
import { readDraftPhotos } from './outbox/draftPhotos.ts';
import { RefusedReports } from './outbox/RefusedReports.tsx';
import { type TypedAddress, typedAt } from './place/Place.ts';
import { PlaceStep } from './place/PlaceStep.tsx';
import { useAddress, usePlace } from './place/usePlace.ts';
import { type ReportContent, type ReportDraft, withoutEmail } from './ReportContent.ts';
import { ReportFields } from './ReportFields.tsx';
import { SentReport, type SentReportProps } from './SentReport.tsx';
import { findMissing, toAddress, toContent, toReportBody } from './toReport.ts';
import { useReportDraft } from './useReportDraft.ts';
import { useReportLayers } from './useReportLayers.ts';
import { useSendReport } from './useSendReport.ts';

type Sent = Omit<SentReportProps, 'onAnother'>;

type Step =
  | { readonly kind: 'form' }
  | { readonly kind: 'place' }
  | { readonly kind: 'stored' }
  | { readonly kind: 'voted'; readonly id: number }
  | { readonly kind: 'sent'; readonly report: Sent };

const empty = {
  ...{ objectId: null, classId: null, name: '', description: '', userEmail: '', isPublic: true },
  data: {},
};

/** A visitor's report: photo, position, category, thanks. It stays open until the user closes it. */
export function CitizenReport() {
  const [number, setNumber] = useState(0);
  return <Report key={number} onAnother={() => setNumber(number + 1)} />;
}

function Report({ onAnother }: { readonly onAnother: () => void }) {
  const { t, language } = useTexts();
  const map = useMap();
  const isNarrow = useIsBelow('narrow');
  const tree = useReportLayers();
  const groups = pickAddable(tree.data ?? []);
  const layers = groups.flatMap(({ childClassifiers }) => childClassifiers);
  const form = useDrawForm(empty, 'add', { groups });
  const [step, setStep] = useState<Step>({ kind: 'form' });
  const [typed, setTyped] = useState<TypedAddress | null>(null);
  const [wantsMails, setWantsMails] = useState(false);
  const [refusedKey, setRefusedKey] = useState<string | null>(null);
  const [idempotencyKey] = useState(makeKey);
  const photos = usePhotos();
  /** Photos of the continued draft that the browser could not store. */
  const [lostCount, setLostCount] = useState(0);
  const { place, roughM, choose, restore, showOnMap } = usePlace();
  const lonLat = place?.lonLat ?? null;
  const { send: sendReport, isPending, failure } = useSendReport(refusedKey);
  const { values } = form;
  const layer = layers.find(({ id }) => id === values.classId);
  const isBlurred = layer?.blurPositions === true;
  const nearest = useAddress(lonLat, { towns: isBlurred });
  const address = toAddress({ layer, typed: typedAt(typed, lonLat), nearest });
  const missing = findMissing({ place, layer, values, wantsMails, photos });

  const content = useMemo<ReportContent>(
    () => ({ values, typed, place, wantsMails }),
    [values, typed, place, wantsMails],
  );
  const isPlaced = place !== null && !place.isSuggested && place.accuracyM === null;
  const isEntered = form.isDirty() || photos.list.length > 0 || photos.isBusy || typed !== null || isPlaced;
  const isChanged = isEntered && (step.kind === 'form' || step.kind === 'place');
  const photoKey = idempotencyKey;
  const { offered, stored } = useReportDraft({ content, photos, photoKey, refusedKey, isChanged });
  const fill = (begun: ReportContent) => {
    form.setValues(valuesOfDraft(begun.values, values, groups));
    setTyped(begun.typed);
    setWantsMails(begun.wantsMails);
    if (begun.place !== null) restore(begun.place);
  };
  const continueDraft = async (draft: ReportDraft) => {
    fill(draft);
    setRefusedKey(draft.refusedKey);
    const files = await readDraftPhotos(draft.photoKey).catch(() => []);
    photos.replace(files);
    setLostCount(Math.max(0, draft.photoCount - files.length));
  };
  const close = () => map.setTool('SelectObject');
  const send = async () => {
    form.validate();
    if (missing !== null || lonLat === null || layer === undefined || isPending) return;
    const body = toReportBody({ lonLat, layer, values, wantsMails, address });
    const files = photos.list.map(({ file }) => file);
    const outcome = await sendReport({ body, idempotencyKey, photos: files, content: withoutEmail(content) });
    if (outcome.kind === 'stored') setStep({ kind: 'stored' });
    if (outcome.kind !== 'sent') return;
    const report = {
      ...{ id: outcome.id, name: body.name, layerName: layer.name, email: body.userEmail ?? '' },
      isReviewed: layer.showAfterReview === true,
      photoKey: files.length > 0 ? photoKey : null,
      previewUrl: photos.list.find(({ file }) => !isHeic(file))?.url,
    };
    setStep({ kind: 'sent', report });
  };

  if (step.kind === 'place') {
    return (
      <PlaceStep
        typed={typed}
        isBlurred={isBlurred}
        onUse={(chosen, address) => {
          choose(chosen);
          setTyped(address);
          setStep({ kind: 'form' });
        }}
        isChanged={isEntered}
        draft={stored}
        onBack={() => setStep({ kind: 'form' })}
      />
    );
  }
  return (
    <DialogFrame
      fullScreen={isNarrow}
      size={520}
      onClose={close}
      title={t(step.kind === 'sent' ? 'MAP.THANKS.TITLE' : 'MAP.REPORT_PROBLEM')}
      classNames={{ content: classes.content ?? '', body: classes.dialog ?? '' }}
    >
      {step.kind === 'sent' && <SentReport {...step.report} onAnother={onAnother} />}
      {step.kind === 'stored' && (
        <Done
          icon={<IconCloudOff size={22} />}
          title={t('CITIZEN.STORED.TITLE')}
          text={t('CITIZEN.STORED.TEXT')}
          onClose={close}
        />
      )}
      {step.kind === 'voted' && (
        <Done
          icon={<IconThumbUp size={22} />}
          title={t('MAP.DUPLICATES.UPVOTED')}
          text={<a href={`#/${language}/dashboard?object=${step.id}`}>{t('CITIZEN.PAGE.ON_MAP')}</a>}
          onClose={close}
        />
      )}
      {step.kind === 'form' &&
        (tree.isPending ? (
          <LoadingForm kind="add" />
        ) : (
          <ReportFields
            {...{ layers, form, photos, place, roughM, address, wantsMails, failure, missing }}
            draft={stored}
            isEntered={isEntered}
            offer={
              <DraftOffer
                draft={offered}
                isTyped={isEntered}
                onContinue={(draft) => void continueDraft(draft)}
              />
            }
            head={
              <>
                <RefusedReports
                  openKey={refusedKey}
                  isTyped={isEntered}
                  onCorrect={(report) => {
                    fill(report.content ?? toContent(report.body));
                    photos.replace(report.photos);
                    setRefusedKey(report.idempotencyKey);
                  }}
                />
                {lostCount > 0 && (
                  <Notice tone="warn">{t('CITIZEN.PHOTO.LOST', { count: lostCount })}</Notice>
                )}
              </>
            }
            error={tree.error}
            onRetry={() => void tree.refetch()}
            isSending={isPending}
            onConfirmPlace={() => lonLat !== null && choose(lonLat)}
            onPlace={() => {
              showOnMap();
              setStep({ kind: 'place' });
            }}
            onWantsMails={setWantsMails}
            onVoted={(id) => setStep({ kind: 'voted', id })}
            onSend={() => void send()}
          />
        ))}
    </DialogFrame>
  );
}

interface DoneProps {
  readonly icon: ReactNode;
  readonly title: string;
  readonly text: ReactNode;
  readonly onClose: () => void;
}

function Done({ icon, title, text, onClose }: DoneProps) {
  const { t } = useTexts();
  return (
    <div role="status" className={classes.done}>
      <EmptyState
        icon={icon}
        title={title}
        text={text}
        actions={
          <Button data-autofocus onClick={onClose}>
            {t('COMMON.CLOSE')}
          </Button>
        }
      />
    </div>
  );
}
