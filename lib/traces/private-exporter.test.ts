import { SpanStatusCode } from '@opentelemetry/api'
import {
  BasicTracerProvider,
  InMemorySpanExporter,
  type ReadableSpan,
  SimpleSpanProcessor,
  type SpanExporter,
} from '@opentelemetry/sdk-trace-base'
import { expect, test } from 'vitest'
import { PrivateExporter } from './private-exporter'

const isRoute = (text: string) => text === '/history/orders/[id]'

/** What leaves of a span with this name and these attributes, and an error that quotes an order. */
function exported(name: string, attributes: Record<string, string | number>): ReadableSpan {
  const memory = new InMemorySpanExporter()
  const exporter = new PrivateExporter(memory, isRoute, () => {})
  const provider = new BasicTracerProvider({ spanProcessors: [new SimpleSpanProcessor(exporter)] })
  const span = provider.getTracer('test').startSpan(name, { attributes })
  span.recordException(new Error('no such order for Taro'))
  span.setStatus({ code: SpanStatusCode.ERROR, message: 'no such order for Taro' })
  span.end()
  const [sent] = memory.getFinishedSpans()
  if (!sent) throw new Error('nothing was exported')
  return sent
}

test('a span keeps its times, its ids and its known attributes', () => {
  const sent = exported('GET /history/orders/[id]', {
    'http.route': '/history/orders/[id]',
    'http.status_code': 200,
    'lading.outcome': 'ok',
  })
  expect(sent.name).toBe('GET /history/orders/[id]')
  expect(sent.attributes).toEqual({
    'http.route': '/history/orders/[id]',
    'http.status_code': 200,
    'lading.outcome': 'ok',
  })
  expect(sent.spanContext().traceId).toMatch(/^[\da-f]{32}$/)
  expect(sent.endTime[0]).toBeGreaterThan(0)
  expect(sent.status).toEqual({ code: SpanStatusCode.ERROR })
})

test('what clients and people wrote does not leave the machine, wherever a span has it', () => {
  const sent = exported('GET /history/orders/Taro?q=Taro', {
    'http.target': '/history/orders/Taro?q=Taro',
    'http.route': '/history/orders/Taro',
    'http.url': 'https://taro.example/',
    'net.peer.name': 'taro.example',
    'next.span_name': 'GET /Taro',
    'next.span_type': 'BaseServer.handleRequest',
  })
  expect(sent.name).toBe('BaseServer.handleRequest')
  expect(JSON.stringify([sent.name, sent.attributes, sent.events, sent.links, sent.status])).not.toMatch(
    /taro/i,
  )
})

test('names of words and of routes stay, any other name is replaced', () => {
  for (const name of ['run', 'shipping API', 'render route (app) /history/orders/[id]'])
    expect(exported(name, {}).name).toBe(name)
  for (const name of ['fetch GET https://taro.example', 'POST /Taro', '山田 太郎', '/Taro'])
    expect(exported(name, {}).name).toBe('span')
})

test('spans that cannot be sent are reported', () => {
  let reports = 0
  const failing: SpanExporter = {
    export: (_, done) => done({ code: 1, error: new Error('refused') }),
    shutdown: async () => {},
  }
  const exporter = new PrivateExporter(failing, isRoute, () => reports++)
  exporter.export([], () => {})
  expect(reports).toBe(1)
})
