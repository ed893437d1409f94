import 'server-only'
import { type Context, context, propagation, type TextMapGetter, trace } from '@opentelemetry/api'
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks'
import { W3CTraceContextPropagator } from '@opentelemetry/core'
import {
  defaultResource,
  detectResources,
  envDetector,
  resourceFromAttributes,
} from '@opentelemetry/resources'
import { BasicTracerProvider, BatchSpanProcessor, type SpanExporter } from '@opentelemetry/sdk-trace-base'
import { logWarning } from '@/lib/log/log'
import { PrivateExporter } from './private-exporter'

/** How often a warning about traces that cannot be sent is repeated at most, in milliseconds. */
const WARN_EVERY_MS = 10 * 60_000

/** How long a stop waits for the last spans to be sent, in milliseconds. */
const FLUSH_MS = 2_000

/**
 * Sends the spans of this process as OpenTelemetry's own variables say (`OTEL_…`: endpoint, headers,
 * sampler, resource).
 * @param version of Lading
 * @param isRoute whether a text is a route pattern of the build
 * @returns sends the last spans and stops
 */
export async function startTraces(
  protocol: 'http/protobuf' | 'http/json',
  version: string,
  isRoute: (text: string) => boolean,
): Promise<() => Promise<void>> {
  const exporter = new PrivateExporter(await createExporter(protocol), isRoute, warner())
  const provider = new BasicTracerProvider({
    resource: defaultResource()
      .merge(resourceFromAttributes({ 'service.name': 'lading', 'service.version': version }))
      .merge(detectResources({ detectors: [envDetector] })),
    spanProcessors: [new BatchSpanProcessor(exporter)],
  })
  context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable())
  propagation.setGlobalPropagator(new ParentPropagator())
  trace.setGlobalTracerProvider(provider)
  return async () => {
    const tooLate = new Promise(resolve => setTimeout(resolve, FLUSH_MS).unref())
    await Promise.race([provider.shutdown().catch(() => undefined), tooLate])
  }
}

async function createExporter(protocol: 'http/protobuf' | 'http/json'): Promise<SpanExporter> {
  const { OTLPTraceExporter } =
    protocol === 'http/json'
      ? await import('@opentelemetry/exporter-trace-otlp-http')
      : await import('@opentelemetry/exporter-trace-otlp-proto')
  return new OTLPTraceExporter()
}

function warner(): () => void {
  let warnedAt = Number.NEGATIVE_INFINITY
  return () => {
    if (performance.now() - warnedAt < WARN_EVERY_MS) return
    warnedAt = performance.now()
    logWarning('traces could not be sent')
  }
}

/**
 * Continues the trace of a caller by its ids and nothing else: `tracestate` is free text, which spans would pass on.
 */
class ParentPropagator extends W3CTraceContextPropagator {
  override extract(into: Context, carrier: unknown, getter: TextMapGetter): Context {
    const onlyParent: TextMapGetter = {
      keys: from => getter.keys(from).filter(key => key.toLowerCase() === 'traceparent'),
      get: (from, key) => (key.toLowerCase() === 'traceparent' ? getter.get(from, key) : undefined),
    }
    return super.extract(into, carrier, onlyParent)
  }
}
