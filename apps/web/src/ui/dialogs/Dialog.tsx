import { Button, Group, List, Text } from '@mantine/core';
import { useTexts } from '../../i18n/index.ts';
import { DialogFrame } from '../DialogFrame.tsx';
import type { Information, OpenDialog, Question } from './dialogs.ts';

/** One open dialog. */
export default function Dialog({ dialog }: { readonly dialog: OpenDialog }) {
  switch (dialog.kind) {
    case 'confirmation':
      return <Confirmation question={dialog.question} onAnswer={dialog.answer} />;
    case 'information':
      return <InformationDialog information={dialog.information} onClose={dialog.close} />;
  }
}

interface ConfirmationProps {
  readonly question: Question;
  readonly onAnswer: (yes: boolean) => void;
}

function Confirmation({ question, onAnswer }: ConfirmationProps) {
  const { t } = useTexts();
  return (
    <DialogFrame
      isQuestion
      onClose={() => onAnswer(false)}
      title={question.title ?? t('COMMON.CONFIRM_TITLE')}
      zIndex="calc(var(--z-modal) + 50)"
    >
      <Text>{question.message}</Text>
      <Group justify="flex-end" mt="lg" gap="sm">
        <Button variant="default" onClick={() => onAnswer(false)} data-autofocus>
          {t('COMMON.NO')}
        </Button>
        <Button {...(question.isDestructive && { color: 'var(--err)' })} onClick={() => onAnswer(true)}>
          {t('COMMON.YES')}
        </Button>
      </Group>
    </DialogFrame>
  );
}

interface InformationDialogProps {
  readonly information: Information;
  readonly onClose: () => void;
}

function InformationDialog({ information, onClose }: InformationDialogProps) {
  const { t } = useTexts();
  const { title, message, lines = [] } = information;
  return (
    <DialogFrame
      isQuestion
      onClose={onClose}
      title={title ?? t('COMMON.INFORMATION')}
      zIndex="calc(var(--z-modal) + 50)"
    >
      <Text>{message}</Text>
      {lines.length > 0 && (
        <List mt="sm" size="md">
          {lines.map((line) => (
            <List.Item key={line}>{line}</List.Item>
          ))}
        </List>
      )}
      <Group justify="flex-end" mt="lg">
        <Button onClick={onClose} data-autofocus>
          {t('COMMON.OK')}
        </Button>
      </Group>
    </DialogFrame>
  );
}
