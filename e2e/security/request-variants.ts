/** Ways to request a page; some of them once bypassed guards (CVE-2025-29927 and similar). */
export const requestVariants: Record<
  string,
  (path: string) => { path: string; headers?: Record<string, string> }
> = {
  plain: path => ({ path }),
  rsc: path => ({ path: withQuery(path, '_rsc=1abcd'), headers: { rsc: '1' } }),
  prefetch: path => ({ path, headers: { rsc: '1', 'next-router-prefetch': '1' } }),
  'tree segment': path => ({ path, headers: segment('/_tree') }),
  'page segment': path => ({ path, headers: segment('/__PAGE__') }),
  // A browser that claims to have the frame gets only the page: a guard in the frame does not protect the page.
  'page without its frame': path => ({
    path,
    headers: { rsc: '1', 'next-router-state-tree': encodeURIComponent(JSON.stringify(stateOf(path))) },
  }),
  '.rsc': path => ({ path: `${bare(path)}.rsc` }),
  '.segments': path => ({ path: `${bare(path)}.segments/_tree.segment.rsc` }),
  data: path => ({ path: `/_next/data/build${bare(path)}.json`, headers: { 'x-nextjs-data': '1' } }),
  'data header': path => ({ path, headers: { 'x-nextjs-data': '1' } }),
  subrequest: path => ({
    path,
    headers: { 'x-middleware-subrequest': Array.from({ length: 5 }, () => 'proxy').join(':') },
  }),
  'older subrequest': path => ({
    path,
    headers: { 'x-middleware-subrequest': 'middleware:middleware:middleware:middleware:middleware' },
  }),
  'inner headers': path => ({
    path: '/sign-in',
    headers: { 'x-matched-path': path, 'x-invoke-path': path, 'x-original-url': path, 'x-rewrite-url': path },
  }),
  'double slash': path => ({ path: `//${path.slice(1)}` }),
  encoded: path => ({ path: path.replace(/[a-z]/, letter => `%${letter.charCodeAt(0).toString(16)}`) }),
  capitals: path => ({ path: path.toUpperCase() }),
}

const bare = (path: string) => (path.split('?')[0] === '/' ? '/index' : (path.split('?')[0] ?? ''))
const withQuery = (path: string, query: string) => `${path}${path.includes('?') ? '&' : '?'}${query}`
const segment = (path: string) => ({
  rsc: '1',
  'next-router-prefetch': '1',
  'next-router-segment-prefetch': path,
})

/** A browser's claim that it already shows the desk, except for the page itself. */
function stateOf(path: string): unknown {
  const segments = (path.split('?')[0] ?? '').split('/').filter(Boolean)
  const named = segments[0] === 'orders' ? [['sheet', segments.join('/'), 'c', null]] : segments.map(dynamic)
  const page: unknown = ['__PAGE__', {}, null, 'refetch']
  const inner = named.reduceRight((children, name) => [name, { children }], page)
  return ['', { children: ['(desk)', { children: inner }] }]
}

const dynamic = (name: string, at: number) => (at === 2 ? ['id', name, 'd', null] : name)
