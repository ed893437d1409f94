import 'server-only'
import {
  type Attributes,
  context,
  propagation,
  type Span,
  SpanKind,
  SpanStatusCode,
  trace,
} from '@opentelemetry/api'

/**
 * Runs work in a span. Without a tracing SDK this only runs the work.
 * @param name a constant of the code, like the attributes: traces leave the machine
 */
export function inSpan<T>(
  name: string,
  attributes: Attributes,
  work: (span: Span) => Promise<T>,
  kind: 'internal' | 'client' = 'internal',
): Promise<T> {
  const options = { attributes, kind: kind === 'client' ? SpanKind.CLIENT : SpanKind.INTERNAL }
  return trace.getTracer('lading').startActiveSpan(name, options, async span => {
    try {
      return await work(span)
    } catch (error) {
      span.setStatus({ code: SpanStatusCode.ERROR })
      throw error
    } finally {
      span.end()
    }
  })
}

/** Like `inSpan` within another span; else only runs the work, so that what happens every second starts no trace. */
export function inChildSpan<T>(name: string, attributes: Attributes, work: () => Promise<T>): Promise<T> {
  return trace.getActiveSpan()?.isRecording() ? inSpan(name, attributes, work) : work()
}

/** The headers by which a service continues the present trace; none without one. */
export function traceHeaders(): Record<string, string> {
  const headers: Record<string, string> = {}
  propagation.inject(context.active(), headers)
  return headers
}
