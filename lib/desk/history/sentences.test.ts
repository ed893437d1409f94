import { expect, test } from 'vitest'
import { eventReasonSentence } from './sentences'

test.each([
  ['an answer came late', 'The response arrived after the timeout'],
  ['late_registered', 'The response arrived after the timeout'],
  ['a response proved it registered before', 'A later response shows it was already registered'],
  ['the process that had it is gone (SENDING)', 'The server stopped before saving a response'],
  // After a restore it is not known whether the server stopped before the request was sent.
  [
    'the database was restored from a backup (PREPARED)',
    'A restored database can’t show whether it was sent',
  ],
  ['the database was restored from a backup (QUEUED)', 'A restored database can’t show whether it was sent'],
  [
    'the database lost its last commits (SENDING)',
    'A database that lost its last changes can’t show whether it was sent',
  ],
  ['an operator found it at the service', 'Found at the shipping company'],
  [
    'the operator confirmed that HTTP 422 means a refusal here',
    'HTTP 422 was confirmed to mean it wasn’t processed',
  ],
  ['its run was cancelled while the request was under way', 'The run was canceled during the request'],
  ['the press was not taken in to its end', 'The run didn’t start'],
  ['sent again in halves by the operator', 'Sent again in halves'],
])('the timeline of an order says why: %s', (stored, shown) => {
  expect(eventReasonSentence(stored, 'order')).toBe(shown)
})

test.each(['an operator looked, and it is not at the service', 'an operator gave it up', 'sent'])(
  'a step that says it all needs no reason: %s',
  stored => {
    expect(eventReasonSentence(stored, 'order')).toBeUndefined()
  },
)
