// @vitest-environment node
import type { Rolldown } from 'vite';
import { expect, test } from 'vitest';
import { listSharedModules } from './chunkGroups.ts';

const src = `${import.meta.dirname}/src`;
const modules = '/node_modules';

interface FakeModule {
  readonly imports?: readonly string[];
  readonly exports?: readonly string[];
  readonly code?: string;
}

/** The bundler's view of the modules that a map of this kind would have. */
const graph: Record<string, FakeModule> = {
  [`${src}/app/dashboard/DashboardScreen.tsx`]: {
    imports: [`${src}/map/MapController.ts`, `${src}/ui/Panel.tsx`, `${modules}/icons/index.mjs`],
    code: 'import { IconPlus } from "icons";',
  },
  [`${src}/app/dashboard/DashboardAside.tsx`]: { imports: [`${src}/ui/Panel.tsx`, `${src}/ui/panel.css`] },
  [`${src}/map/MapController.ts`]: {
    imports: [
      `${modules}/ol/Map.js`,
      `${modules}/floating/floating.mjs`,
      `${modules}/@any/hooks/use-delay.mjs`,
      '/packages/geo/extent.ts',
    ],
    code: 'import {\n  useDelay as useIt,\n} from "@any/hooks";\nimport { unionExtents } from "@pgis/geo";\nimport { useId } from "react";',
  },
  [`${src}/ui/Panel.tsx`]: {},
  [`${src}/admin/Users.tsx`]: {},
  [`${modules}/icons/index.mjs`]: {
    imports: [`${modules}/icons/IconPlus.mjs`, `${modules}/icons/IconUser.mjs`],
    exports: ['IconPlus', 'IconUser'],
  },
  [`${modules}/icons/IconPlus.mjs`]: { exports: ['default'] },
  [`${modules}/icons/IconUser.mjs`]: { exports: ['default'] },
  [`${modules}/@any/hooks/use-delay.mjs`]: { exports: ['useDelay'] },
  // Its `useId` is not the one that is imported.
  [`${modules}/floating/floating.mjs`]: { exports: ['useId'] },
  [`${modules}/ol/Map.js`]: { exports: ['default'] },
  '/packages/geo/extent.ts': { exports: ['unionExtents'] },
};

const getModuleInfo = (id: string) =>
  ({
    importedIds: graph[id]?.imports ?? [],
    exports: graph[id]?.exports ?? [],
    code: graph[id]?.code ?? null,
  }) as unknown as Rolldown.ModuleInfo;

test('what the map shares with other pages is what does without OpenLayers, and of libraries what it names', () => {
  expect([...listSharedModules({ getModuleInfo })].sort()).toEqual(
    [
      `${src}/app/dashboard/DashboardAside.tsx`,
      `${src}/ui/Panel.tsx`,
      `${modules}/icons/IconPlus.mjs`,
      `${modules}/@any/hooks/use-delay.mjs`,
      '/packages/geo/extent.ts',
    ].sort(),
  );
});
