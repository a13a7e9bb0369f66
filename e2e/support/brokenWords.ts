import type { Locator } from '@playwright/test';

/** Lists words of the elements that are broken into two lines. */
export const listBrokenWords = (elements: Locator): Promise<readonly string[]> =>
  elements.evaluateAll((found) =>
    found.flatMap((element) => {
      const broken: string[] = [];
      const texts = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
      for (let node = texts.nextNode(); node !== null; node = texts.nextNode())
        for (const { 0: word, index } of (node.textContent ?? '').matchAll(/[\p{L}\d]+/gu)) {
          const range = document.createRange();
          range.setStart(node, index);
          range.setEnd(node, index + word.length);
          const lines = new Set([...range.getClientRects()].map(({ top }) => Math.round(top)));
          if (lines.size > 1) broken.push(word);
        }
      return broken;
    }),
  );
