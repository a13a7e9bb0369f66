import { Button } from '@mantine/core';
import { useMemo, useState } from 'react';
import { ApiError } from '../../../api/index.ts';
import { errorText, useTexts } from '../../../i18n/index.ts';
import { useMap } from '../../../map/index.ts';
import { useAddReport } from '../../../objects/useAddReport.ts';
import { DialogFrame } from '../../../ui/DialogFrame.tsx';
import { DraftOffer } from '../../../ui/drafts/DraftOffer.tsx';
import { useDraft } from '../../../ui/drafts/useDraft.ts';
import { EmptyState } from '../../../ui/EmptyState.tsx';
import { usePhotos } from '../../photos/index.ts';
import { makeKey } from '../dialog/drawDialogState.ts';
import { LoadingForm } from '../dialog/LoadingForm.tsx';
import type { DrawValues } from '../form/DrawValues.ts';
import { valuesOfDraft } from '../form/startValues.ts';
import { pickAddable, useAddableLayers } from '../form/useAddableLayers.ts';
import { useDrawForm } from '../form/useDrawForm.ts';
import classes from './CitizenReport.module.css';
import { storePhotos, storeReport } from './outbox.ts';
import { PlaceStep } from './PlaceStep.tsx';
import { ReportFields } from './ReportFields.tsx';
import { SentReport, type SentReportProps } from './SentReport.tsx';
import { sendWaiting } from './sendWaiting.ts';
import { findMissing, toAddress, toReportBody } from './toReport.ts';
import { type Place, useAddress, usePlace } from './usePlace.ts';

type Sent = Omit<SentReportProps, 'onAnother'>;

type Step =
  | { readonly kind: 'form' }
  | { readonly kind: 'place' }
  | { readonly kind: 'stored' }
  | { readonly kind: 'voted'; readonly id: number }
  | { readonly kind: 'sent'; readonly report: Sent };

/** Draft of a report; without the e-mail address, which the next visitor of a shared browser must not read. */
interface ReportDraft {
  readonly values: DrawValues;
  readonly typed: string | null;
  readonly place: Place | null;
}

const empty = {
  ...{ objectId: null, classId: null, name: '', description: '', userEmail: '', isPublic: true },
  data: {},
};

/** A visitor's report on a phone: photo, position, category, thanks. It stays open until the user closes it. */
export function CitizenReport() {
  const [number, setNumber] = useState(0);
  return <Report key={number} onAnother={() => setNumber(number + 1)} />;
}

function Report({ onAnother }: { readonly onAnother: () => void }) {
  const { t, language } = useTexts();
  const map = useMap();
  const tree = useAddableLayers();
  const groups = pickAddable(tree.data ?? []);
  const layers = groups.flatMap(({ childClassifiers }) => childClassifiers);
  const form = useDrawForm(empty, 'add', { groups });
  const [step, setStep] = useState<Step>({ kind: 'form' });
  const [typed, setTyped] = useState<string | null>(null);
  const [wantsMails, setWantsMails] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const [idempotencyKey] = useState(makeKey);
  const photos = usePhotos();
  const { place, choose, hold } = usePlace();
  const lonLat = place?.lonLat ?? null;
  const { mutateAsync: add, isPending } = useAddReport();
  const layer = layers.find(({ id }) => id === form.values.classId);
  const isBlurred = layer?.blurPositions === true;
  const nearest = useAddress(lonLat, { towns: isBlurred });
  const address = toAddress({ layer, typed, nearest });
  const facts = { lonLat, layer, values: form.values, wantsMails };

  const content = useMemo<ReportDraft>(
    () => ({ values: { ...form.values, userEmail: '' }, typed, place }),
    [form.values, typed, place],
  );
  const isChanged = form.isDirty() && (step.kind === 'form' || step.kind === 'place');
  const draft = useDraft({ form: 'citizen report', content, isChanged });
  const continueDraft = (begun: ReportDraft) => {
    form.setValues(valuesOfDraft(begun.values, form.values, groups));
    setTyped(begun.typed);
    if (begun.place !== null) choose(begun.place.lonLat);
  };
  const close = () => map.setTool('SelectObject');
  const send = async () => {
    form.validate();
    if (findMissing(facts) !== null || lonLat === null || layer === undefined || isPending) return;
    const body = toReportBody({ lonLat, layer, values: form.values, wantsMails, address });
    const files = photos.list.map(({ file }) => file);
    const report = { body, idempotencyKey, photos: files, at: Date.now() };
    setFailure(null);
    try {
      const { id } = await add({ body, idempotencyKey });
      const { name } = body;
      const email = body.userEmail ?? '';
      const isReviewed = layer.showAfterReview === true;
      const photoKey = files.length > 0 ? idempotencyKey : null;
      if (photoKey !== null) {
        await storePhotos({ ...report, id, isThanked: true });
        sendWaiting();
      }
      const sent = { id, name, layerName: layer.name, email, isReviewed, photoKey };
      setStep({ kind: 'sent', report: { ...sent, previewUrl: photos.list[0]?.url } });
    } catch (cause) {
      if (!(cause instanceof ApiError && cause.code === 'NO_CONNECTION')) {
        setFailure(errorText(t, cause));
        return;
      }
      try {
        await storeReport({ ...report, id: null, isThanked: false });
        setStep({ kind: 'stored' });
        // The network may have come back meanwhile.
        sendWaiting();
      } catch {
        setFailure(`${errorText(t, cause)} ${t('CITIZEN.FORM.NOT_STORED')}`);
      }
    }
  };

  if (step.kind === 'place') {
    return (
      <PlaceStep
        typed={typed}
        isBlurred={isBlurred}
        onType={setTyped}
        onUse={(chosen) => {
          choose(chosen);
          setStep({ kind: 'form' });
        }}
        isChanged={form.isDirty() || photos.list.length > 0}
        draft={draft}
        onBack={() => setStep({ kind: 'form' })}
      />
    );
  }
  return (
    <DialogFrame
      fullScreen
      onClose={close}
      title={t(step.kind === 'sent' ? 'MAP.THANKS.TITLE' : 'MAP.REPORT_PROBLEM')}
      classNames={{ content: classes.content ?? '', body: classes.dialog ?? '' }}
    >
      {step.kind === 'sent' && <SentReport {...step.report} onAnother={onAnother} />}
      {step.kind === 'stored' && (
        <Done title={t('CITIZEN.STORED.TITLE')} text={t('CITIZEN.STORED.TEXT')} onClose={close} />
      )}
      {step.kind === 'voted' && (
        <Done
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
            {...{ layers, form, photos, place, address, wantsMails, failure, draft }}
            head={<DraftOffer draft={draft} isTyped={form.isDirty()} onContinue={continueDraft} />}
            error={tree.error}
            onRetry={() => void tree.refetch()}
            missing={findMissing(facts)}
            isSending={isPending}
            onPlace={() => {
              if (lonLat !== null) map.camera.centerOn(lonLat, Math.max(map.view.get()?.zoom ?? 0, 17));
              hold();
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
  readonly title: string;
  readonly text: React.ReactNode;
  readonly onClose: () => void;
}

function Done({ title, text, onClose }: DoneProps) {
  const { t } = useTexts();
  return (
    <div role="status" className={classes.done}>
      <EmptyState
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
