import { exampleBody } from './examples'
import { type Answer, type Content, headers, problems, resultExamples, statusesOf } from './openapi-answers'
import { refTo, type Schema, schemas, shapes } from './openapi-schemas'
import { about, groupWords, keyWords, operationWords, schemeWords } from './openapi-words'
import { API_PREFIX, type Operation, type OperationId, operations, type Scheme } from './operations'

/** The version that api.md gives the interface (Versioning). */
const VERSION = '1.0.0'

interface Parameter {
  readonly name: string
  readonly in: 'header'
  readonly required: boolean
  readonly description: string
  readonly schema: Schema & { readonly pattern?: string }
}

/** An operation as the description tells it. */
export interface DescribedOperation {
  readonly operationId: OperationId
  readonly tags: readonly string[]
  readonly summary: string
  readonly description: string
  readonly security: readonly Readonly<Record<string, readonly string[]>>[]
  readonly parameters: readonly { readonly $ref: string }[]
  readonly requestBody: { readonly required: true; readonly content: Content }
  readonly responses: Readonly<Record<string, Answer | { readonly $ref: string }>>
}

/** An OpenAPI 3.1 document: what of it we write. */
export interface Description {
  readonly openapi: '3.1.0'
  readonly info: { readonly title: string; readonly version: string; readonly description: string }
  readonly servers: readonly { readonly url: string; readonly description: string }[]
  readonly tags: readonly { readonly name: string; readonly description: string }[]
  readonly paths: Readonly<Record<string, { readonly post: DescribedOperation }>>
  readonly components: {
    readonly schemas: Readonly<Record<string, Schema>>
    readonly responses: Readonly<Record<string, Answer>>
    readonly parameters: Readonly<Record<string, Parameter>>
    readonly securitySchemes: Readonly<Record<string, Readonly<Record<string, string>>>>
  }
}

const schemeNames: Readonly<Record<Scheme, string>> = { bearer: 'bearerAuth', key: 'secretKey' }

const groupOf: Readonly<Record<OperationId, keyof typeof groupWords>> = {
  checkJapanOrders: 'japan',
  checkOrders: 'general',
  registerJapanOrders: 'japan',
  registerOrders: 'general',
  registerProducts: 'products',
}

/** The description of the service, derived from the contract. */
export function describeService(): Description {
  return {
    openapi: '3.1.0',
    info: {
      title: 'Cross-border shipping order and product registration',
      version: VERSION,
      description: about,
    },
    servers: [{ url: API_PREFIX, description: 'The service that serves this description.' }],
    tags: Object.values(groupWords).map(({ name, description }) => ({ name, description })),
    paths: Object.fromEntries(
      Object.values(operations).map(operation => [operation.path, { post: describe(operation) }]),
    ),
    components: {
      schemas: schemas(),
      responses: problems(),
      parameters: { IdempotencyKey: idempotencyKey },
      securitySchemes: {
        [schemeNames.bearer]: {
          type: 'http',
          scheme: 'bearer',
          bearerFormat: 'JWT',
          description: schemeWords.bearer,
        },
        [schemeNames.key]: {
          type: 'apiKey',
          in: 'header',
          name: 'Authorization',
          description: schemeWords.key,
        },
      },
    },
  }
}

const idempotencyKey: Parameter = {
  name: 'Idempotency-Key',
  in: 'header',
  required: false,
  description: keyWords,
  schema: { type: 'string', pattern: '^[!-~]{1,255}$', examples: ['8e03978e-40d5-43dd-bc93-6894a57f9324'] },
}

function describe(operation: Operation): DescribedOperation {
  const { id, auth, act, most, list, explainedBy } = operation
  const { summary, description } = operationWords[id]
  const { request, response } = shapes[id]
  const explained = explainedBy ? ` Why it refused is told by \`${operations[explainedBy].path}\`.` : ''
  const problemRefs = statusesOf(operation).map(status => [
    status,
    { $ref: `#/components/responses/Problem${status}` },
  ])
  return {
    operationId: id,
    tags: [groupWords[groupOf[id]].name],
    summary,
    description: `${description}${explained} Takes 1 to ${most} entries in \`${list}\`.`,
    security: auth.map(scheme => ({ [schemeNames[scheme]]: [] })),
    parameters: act === 'register' ? [{ $ref: '#/components/parameters/IdempotencyKey' }] : [],
    requestBody: {
      required: true,
      content: {
        'application/json': {
          schema: refTo(request),
          examples: { one: { summary: 'One entry, with every field', value: exampleBody(operation) } },
        },
      },
    },
    responses: {
      '200': {
        description: 'What came of it, failures included.',
        ...(act === 'register' && { headers: headers(['Idempotency-Replayed']) }),
        content: { 'application/json': { schema: refTo(response), examples: resultExamples(operation) } },
      },
      ...Object.fromEntries(problemRefs),
    },
  }
}
