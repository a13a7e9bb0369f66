import type { Problem } from '@pgis/contract';
import type { AppError } from '../../../errors/AppError.ts';
import type { WmsVersion } from './WmsQuery.ts';
import { escapeXml } from './xml.ts';

/** Exception codes of invalid parameters (OGC 06-042, table E.1, and OGC 01-068r3, annex A.3). */
const codeOfParameter: Readonly<Record<string, string>> = {
  FORMAT: 'InvalidFormat',
  INFO_FORMAT: 'InvalidFormat',
  CRS: 'InvalidCRS',
  SRS: 'InvalidSRS',
  LAYER: 'LayerNotDefined',
  LAYERS: 'LayerNotDefined',
  QUERY_LAYERS: 'LayerNotDefined',
  STYLE: 'StyleNotDefined',
  STYLES: 'StyleNotDefined',
  I: 'InvalidPoint',
  J: 'InvalidPoint',
  X: 'InvalidPoint',
  Y: 'InvalidPoint',
  REQUEST: 'OperationNotSupported',
};

export const exceptionType = (version: WmsVersion): string =>
  version === '1.1.1' ? 'application/vnd.ogc.se_xml' : 'text/xml; charset=utf-8';

/** Returns a WMS exception report; `message` is in the user's language. */
export function exceptionReport(version: WmsVersion, error: AppError, message: string): string {
  const exceptions = (error.errors?.length ? error.errors : [undefined]).map((problem) =>
    toException(error, message, problem),
  );
  const head =
    version === '1.1.1'
      ? '<!DOCTYPE ServiceExceptionReport SYSTEM "http://schemas.opengis.net/wms/1.1.1/exception_1_1_1.dtd">\n<ServiceExceptionReport version="1.1.1">'
      : '<ServiceExceptionReport version="1.3.0" xmlns="http://www.opengis.net/ogc">';
  return `<?xml version="1.0" encoding="UTF-8"?>\n${head}\n${exceptions.join('\n')}\n</ServiceExceptionReport>\n`;
}

/** Returns the plain text of a report: `message` with the parameters it concerns. */
export const toExceptionText = (error: AppError, message: string): string =>
  [message, ...(error.errors ?? []).map(describeProblem)].join(' ');

const parameterOf = ({ path }: Problem): string => path.split('/').at(-1) ?? '';
const describeProblem = (problem: Problem): string => `(${parameterOf(problem)}: ${problem.code})`;

function toException(error: AppError, message: string, problem: Problem | undefined): string {
  const found = problem && codeOfParameter[parameterOf(problem)];
  const code = error.code === 'NOT_FOUND' ? 'LayerNotDefined' : found;
  const text = problem ? `${message} ${describeProblem(problem)}` : message;
  return `  <ServiceException${code ? ` code="${code}"` : ''}>${escapeXml(text)}</ServiceException>`;
}
