import 'server-only'
import type { Attributes, AttributeValue } from '@opentelemetry/api'
import type { ReadableSpan, SpanExporter } from '@opentelemetry/sdk-trace-base'

/** Attributes whose values are codes, counts and numbers. Next also sets some with addresses and what clients wrote. */
const SAFE_ATTRIBUTES: ReadonlySet<string> = new Set([
  'http.method',
  'http.status_code',
  'http.request.method',
  'http.response.status_code',
  'next.span_type',
  'next.rsc',
  'db.system.name',
  'error.type',
])
const OWN_PREFIX = 'lading.'

/** Attributes that name a route of the build. */
const ROUTE_ATTRIBUTES: ReadonlySet<string> = new Set(['http.route', 'next.route', 'next.page'])

/**
 * Exports spans without anything that a person or a client wrote: known attributes, and names that are words or routes
 * of the build. It exports no events (messages and stacks of errors), links and states from other systems.
 */
export class PrivateExporter implements SpanExporter {
  /**
   * @param isRoute whether a text is a route pattern of the build
   * @param report called when spans could not be sent
   */
  constructor(
    private readonly exporter: SpanExporter,
    private readonly isRoute: (text: string) => boolean,
    private readonly report: () => void,
  ) {}

  export(spans: ReadableSpan[], done: Parameters<SpanExporter['export']>[1]): void {
    const stripped = spans.map(span => stripSpan(span, this.isRoute))
    this.exporter.export(stripped, result => {
      if (result.error) this.report()
      done(result)
    })
  }

  shutdown(): Promise<void> {
    return this.exporter.shutdown()
  }

  async forceFlush(): Promise<void> {
    await this.exporter.forceFlush?.()
  }
}

function stripSpan(span: ReadableSpan, isRoute: (text: string) => boolean): ReadableSpan {
  const attributes = stripAttributes(span.attributes, isRoute)
  // The other properties, such as times and the resource, are read through the prototype.
  return Object.create(span, {
    name: { value: stripName(span.name, attributes, isRoute) },
    attributes: { value: attributes },
    events: { value: [] },
    links: { value: [] },
    status: { value: { code: span.status.code } },
  })
}

function stripAttributes(attributes: Attributes, isRoute: (text: string) => boolean): Attributes {
  const isSafe = ([name, value]: [string, AttributeValue | undefined]) =>
    name.startsWith(OWN_PREFIX) ||
    SAFE_ATTRIBUTES.has(name) ||
    (ROUTE_ATTRIBUTES.has(name) && isRoute(String(value)))
  return Object.fromEntries(Object.entries(attributes).filter(isSafe))
}

/** A name of words, or of words and a route; else the type of the span. */
function stripName(name: string, attributes: Attributes, isRoute: (text: string) => boolean): string {
  const [, words = '', route] = /^([A-Za-z .()-]*?)(\/\S*)?$/.exec(name) ?? []
  const isKnown = words !== '' && (route === undefined || isRoute(route))
  return isKnown ? name : String(attributes['next.span_type'] ?? 'span')
}
