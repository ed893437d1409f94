/**
 * Faults of a request between the desk and the service, and the rows of the fault matrix (docs/reliability.md) that
 * they represent. Before `*_executed` and altered responses, the service has executed the request.
 */
export const faults = {
  refused: '35',
  reset_on_accept: '37',
  reset_after_headers: '37',
  reset_mid_body: '37',
  reset_after_body: '37',
  reset_after_body_executed: '37',
  closed_after_body: '38',
  no_response: '39',
  no_response_executed: '39',
  late_execution: '39',
  slow_headers: '40',
  slow_body: '40',
  short_content_length: '41',
  cut_chunked: '41',
  cut_close_delimited: '42',
  wrong_content_type: '43',
  html_200: '44',
  html_502: '44',
  endless_response: '45',
  gzip_bomb: '45',
  no_json: '46',
  fewer_entries: '48',
  more_entries: '49',
  foreign_numbers: '49',
  duplicate_entries: '49',
  success_without_entries: '50',
  failure_with_entries: '50',
  status_400: '24',
  status_401: '25',
  status_403: '26',
  status_404: '27',
  early_413: '29',
  early_413_reset: '29',
  status_429: '30',
  status_500: '31',
  executed_then_502: '32',
  status_503: '32',
  status_409: '33',
  redirect_302: '34',
  redirect_307: '34',
  rejected: '3.3 J',
} as const
export type Fault = keyof typeof faults

/** Faults of an accepted connection. */
export const faultNames = (Object.keys(faults) as Fault[]).filter(name => name !== 'refused')

/** Faults that end by themselves only in a process with short deadlines. */
export const endless: ReadonlySet<Fault> = new Set([
  'no_response',
  'no_response_executed',
  'late_execution',
  'slow_headers',
  'slow_body',
])

export interface ServiceResponse {
  readonly status: number
  readonly body: string
}

const entries = (body: string) => body.match(/\{"orderId":\d+,"mallOrderNumber":"[^"]*"\}/g) ?? []
const responseOf = (isSuccess: boolean, list: readonly string[]): ServiceResponse => ({
  status: 200,
  body: `{"isSuccess":${isSuccess},"orderSuccesses":[${list.join()}]}`,
})

/** Responses of the service that are altered on the way; a fault that is not listed leaves the response as it was. */
export const alterations: Partial<Record<Fault, (response: ServiceResponse) => ServiceResponse>> = {
  fewer_entries: ({ body }) => responseOf(true, entries(body).slice(1)),
  more_entries: ({ body }) =>
    responseOf(true, [...entries(body), '{"orderId":77,"mallOrderNumber":"NOBODY-SENT-THIS"}']),
  foreign_numbers: ({ body }) =>
    responseOf(
      true,
      entries(body).map(one => one.replace(/Number":"/, '$&X-')),
    ),
  duplicate_entries: ({ body }) => responseOf(true, [...entries(body).slice(0, 1), ...entries(body)]),
  success_without_entries: () => responseOf(true, []),
  failure_with_entries: ({ body }) => responseOf(false, entries(body)),
  no_json: ({ body }) => ({ status: 200, body: `﻿${body.slice(0, -1)},"a":NaN}` }),
}

/** Responses that replace the service's; the service gets no request. */
export const refusals: Partial<Record<Fault, { status: number; headers?: string[]; body?: string }>> = {
  html_200: {
    status: 200,
    headers: ['content-type: text/html'],
    body: '<h1>Sign in to the guest network</h1>',
  },
  html_502: { status: 502, headers: ['content-type: text/html'], body: '<h1>Bad gateway</h1>' },
  status_400: { status: 400 },
  status_401: { status: 401 },
  status_403: { status: 403 },
  status_404: { status: 404 },
  status_409: { status: 409 },
  status_429: { status: 429, headers: ['retry-after: 0'] },
  status_500: { status: 500 },
  status_503: { status: 503 },
  redirect_302: { status: 302, headers: ['location: http://127.0.0.1:9/elsewhere'] },
  redirect_307: { status: 307, headers: ['location: http://127.0.0.1:9/elsewhere'] },
  rejected: {
    status: 200,
    headers: ['content-type: application/json'],
    body: '{"isSuccess":false,"orderSuccesses":[]}',
  },
}
