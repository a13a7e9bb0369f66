import { Button, Group } from '@mantine/core';
import { type BodyOf, followAsVisitor, limits, type ObjectId } from '@pgis/contract';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { callApi } from '../../api/index.ts';
import { errorText, useTexts } from '../../i18n/index.ts';
import { DialogFrame } from '../../ui/DialogFrame.tsx';
import { Notice } from '../../ui/forms/Notice.tsx';
import { TrimmedTextInput } from '../../ui/inputs/TrimmedTextInput.tsx';
import { RhythmSelect } from './RhythmSelect.tsx';

type VisitorRhythm = BodyOf<typeof followAsVisitor>['mail'];
const rhythms: readonly VisitorRhythm[] = ['atOnce', 'daily', 'weekly'];

interface VisitorFollowDialogProps {
  readonly objectId: ObjectId;
  readonly onClose: () => void;
}

/** Follows an object by e-mail, without an account. */
export default function VisitorFollowDialog({ objectId, onClose }: VisitorFollowDialogProps) {
  const { t } = useTexts();
  const [email, setEmail] = useState('');
  const [mail, setMail] = useState<VisitorRhythm>('atOnce');
  const follow = useMutation({
    mutationFn: () =>
      callApi(followAsVisitor, {
        body: { email: email.trim(), objectId, events: ['status', 'reply'], mail },
      }),
  });
  return (
    <DialogFrame onClose={onClose} title={t('FOLLOWS.FOLLOW')} size={420}>
      {follow.isSuccess ? (
        <>
          <Notice tone="info">{t('FOLLOWS.SENT', { email: email.trim() })}</Notice>
          <Group justify="flex-end" mt="lg">
            <Button onClick={onClose}>{t('COMMON.CLOSE')}</Button>
          </Group>
        </>
      ) : (
        <form
          onSubmit={(event) => {
            event.preventDefault();
            follow.mutate();
          }}
        >
          <Group gap="md">
            <TrimmedTextInput
              data-autofocus
              w="100%"
              type="email"
              required
              autoComplete="email"
              maxLength={limits.emailLength}
              label={t('FOLLOWS.EMAIL')}
              description={t('FOLLOWS.VISITOR_NOTE')}
              value={email}
              onChange={setEmail}
            />
            <div style={{ width: '100%' }}>
              <RhythmSelect label={t('FOLLOWS.HOW')} rhythms={rhythms} value={mail} onChange={setMail} />
            </div>
            {follow.error !== null && <Notice tone="err">{errorText(t, follow.error)}</Notice>}
          </Group>
          <Group justify="flex-end" mt="lg">
            <Button variant="default" onClick={onClose}>
              {t('COMMON.CANCEL')}
            </Button>
            <Button type="submit" loading={follow.isPending}>
              {t('FOLLOWS.SEND_LINK')}
            </Button>
          </Group>
        </form>
      )}
    </DialogFrame>
  );
}
