/** Parts of a STORAGE_URL: `s3://[ID:SECRET@]BUCKET[/PREFIX][?endpoint=…&region=…]`. */
export interface S3Location {
  readonly bucket: string;
  /** Empty, or ends with a slash. */
  readonly prefix: string;
  /** Undefined means Amazon's endpoint of the region. */
  readonly endpoint: string | undefined;
  readonly region: string;
  /** Undefined means the credentials of the environment, as Amazon's tools find them. */
  readonly credentials: { readonly accessKeyId: string; readonly secretAccessKey: string } | undefined;
}

const known = ['endpoint', 'region'];

/** Describes what is wrong with the address, for the operator who set it; undefined when it is fine. */
export function findS3Problem(text: string): string | undefined {
  const url = new URL(text);
  if (!/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/.test(url.hostname))
    return 'the name of a bucket is expected after s3://';
  const unknown = [...url.searchParams.keys()].find((name) => !known.includes(name));
  if (unknown !== undefined) return `endpoint and region are known, ${unknown} is not`;
  const endpoint = url.searchParams.get('endpoint');
  if (endpoint !== null && !/^https?:$/.test(URL.parse(endpoint)?.protocol ?? ''))
    return 'the endpoint has to start with https:// or http://';
  return undefined;
}

export function parseS3Location(text: string): S3Location {
  const { hostname, pathname, searchParams, username, password } = new URL(text);
  const prefix = decodeURIComponent(pathname).replace(/^\/+|\/+$/g, '');
  return {
    bucket: hostname,
    prefix: prefix === '' ? '' : `${prefix}/`,
    endpoint: searchParams.get('endpoint') ?? undefined,
    region: searchParams.get('region') ?? 'us-east-1',
    credentials:
      username === ''
        ? undefined
        : { accessKeyId: decodeURIComponent(username), secretAccessKey: decodeURIComponent(password) },
  };
}
