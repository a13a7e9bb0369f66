import { Button } from '@mantine/core';
import type { Case } from '@pgis/contract';
import { IconGitMerge } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Suspense, useState } from 'react';
import { useTexts } from '../../i18n/index.ts';
import { useSession } from '../session/index.ts';
import { MergeDialog } from './LazyMergeDialog.tsx';
import { duplicatesQuery } from './mergeQueries.ts';

/** Says how many cases may be about the same thing, and opens them side by side. Without any it shows nothing. */
export function PossibleDuplicates({ one }: { readonly one: Case }) {
  const { t } = useTexts();
  const { user } = useSession();
  const [isOpen, setOpen] = useState(false);
  const { data } = useQuery({ ...duplicatesQuery(one.id, user?.userId ?? null), enabled: one.canEdit });
  const items = data?.items.filter(({ canEdit }) => canEdit) ?? [];
  const [first] = items;
  if (first === undefined && !isOpen) return null;
  return (
    <>
      <Button
        size="xs"
        variant="default"
        leftSection={<IconGitMerge size={16} aria-hidden="true" />}
        onClick={() => setOpen(true)}
      >
        {t('MERGING.POSSIBLE', { count: items.length })}
      </Button>
      {isOpen && (
        <Suspense>
          <MergeDialog
            initialIds={first === undefined ? [one.id] : [one.id, first.id]}
            subjectId={one.id}
            onClose={() => setOpen(false)}
          />
        </Suspense>
      )}
    </>
  );
}
