import { type FieldSchema, toStoredValue } from '@pgis/contract';
import type { ReactNode } from 'react';
import { useTexts } from '../../i18n/index.ts';
import { formatFieldValue } from './formatFieldValue.ts';
import { ReferenceValue } from './ReferenceValue.tsx';

interface StrictValueProps {
  readonly schema: FieldSchema;
  readonly value: string;
}

const schemes = { link: '', phone: 'tel:', email: 'mailto:' } as const;

function hrefOf(schema: FieldSchema, value: string): string | undefined {
  const { type } = schema;
  if (type !== 'link' && type !== 'phone' && type !== 'email') return undefined;
  const stored = toStoredValue(schema, value);
  // Only a checked value becomes an address: an older one may hold any text, also a script.
  return stored === undefined
    ? undefined
    : `${schemes[type]}${type === 'phone' ? stored.replaceAll(' ', '') : stored}`;
}

/** A value of a strict field in the reader's language; links, phones and e-mails can be followed. */
export function StrictValue({ schema, value }: StrictValueProps): ReactNode {
  const { t, language } = useTexts();
  if (schema.type === 'reference') return <ReferenceValue layerId={schema.layer} value={value} />;
  const href = hrefOf(schema, value);
  const text = formatFieldValue(schema, value, { t, language });
  if (href === undefined)
    return schema.type === 'longText' ? <span style={{ whiteSpace: 'pre-line' }}>{text}</span> : text;
  return (
    <a href={href} {...(schema.type === 'link' && { target: '_blank', rel: 'noopener noreferrer' })}>
      {text}
    </a>
  );
}
