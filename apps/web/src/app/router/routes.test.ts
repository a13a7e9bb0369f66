// @vitest-environment jsdom
import { expect, test } from 'vitest';
import { routeTree } from './routes.ts';

interface RouteNode {
  readonly options: { readonly id?: string; readonly path?: string; readonly component?: unknown };
  readonly children?: readonly RouteNode[];
}

const childrenOf = (node: RouteNode | undefined) => node?.children ?? [];
const find = (nodes: readonly RouteNode[], name: string) =>
  nodes.find(({ options }) => options.path === name || options.id === name);
/** The code of a lazy component is fetched by its `preload`. */
const isLazy = (node: RouteNode | undefined) =>
  typeof (node?.options.component as { preload?: unknown } | undefined)?.preload === 'function';

const language = find(childrenOf(routeTree as unknown as RouteNode), '/$lang');
const inMain = childrenOf(find(childrenOf(language), 'main'));
/** A route without a path of its own only wraps others. */
const main = inMain.flatMap((node) => (node.options.path === undefined ? childrenOf(node) : [node]));
const simple = childrenOf(find(childrenOf(language), 'simple'));

test.each(['dashboard', 'classifiers', 'admin', 'profile', 'reports'])(
  'ROUT-06: %s is a child of the main layout and comes lazily',
  (name) => {
    const route = find(main, name);
    const pages = route?.children ?? [route];
    expect(pages.map(isLazy)).toEqual(pages.map(() => true));
    expect(pages).not.toContain(undefined);
  },
);

test('ROUT-07: the simple layout holds auth/login and auth/landing-page', () => {
  expect(simple.map(({ options }) => options.path)).toEqual(
    expect.arrayContaining(['auth/login', 'auth/landing-page']),
  );
});
