import { ActionIcon, useComputedColorScheme, useMantineColorScheme } from '@mantine/core';
import { IconMoon, IconSun } from '@tabler/icons-react';
import { useTexts } from '../../i18n/index.ts';
import { Tooltip } from '../../ui/popovers/index.ts';

/** The colour scheme for visitors; signed-in users have it in their menu. */
export function ColorSchemeToggle() {
  const { t } = useTexts();
  const { setColorScheme } = useMantineColorScheme();
  const isDark = useComputedColorScheme('light', { getInitialValueInEffect: false }) === 'dark';
  const label = t(isDark ? 'SHELL.TO_LIGHT' : 'SHELL.TO_DARK');
  return (
    <Tooltip label={label}>
      <ActionIcon aria-label={label} onClick={() => setColorScheme(isDark ? 'light' : 'dark')}>
        {isDark ? <IconSun size={18} /> : <IconMoon size={18} />}
      </ActionIcon>
    </Tooltip>
  );
}
