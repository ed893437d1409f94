import { expect, test } from 'vitest'
import { withParticles } from './particles.mjs'

test.each([
  ['‘홍길동’[을/를] 삭제할까요?', '‘홍길동’을 삭제할까요?'],
  ['‘코스메’[을/를] 삭제할까요?', '‘코스메’를 삭제할까요?'],
  ['쿠팡[으로/로]', '쿠팡으로'],
  ['서울[으로/로]', '서울로'],
  ['큐텐[이/가]', '큐텐이'],
  ['1120-379000[은/는]', '1120-379000은'],
  ['A-102[은/는]', 'A-102는'],
  ['A-101[으로/로]', 'A-101로'],
  ['A-106[으로/로]', 'A-106으로'],
  ['CSV[을/를]', 'CSV를'],
  ['Excel[을/를]', 'Excel을'],
  ['Amazon[과/와]', 'Amazon과'],
  ['Shopify[이/가]', 'Shopify가'],
  ['Partner[을/를]', 'Partner를'],
  ['Partner[으로/로]', 'Partner로'],
  ['Shipping[을/를]', 'Shipping을'],
  ['Gmarket[은/는]', 'Gmarket은'],
  ['Test[은/는]', 'Test는'],
  ['Sheet[은/는]', 'Sheet는'],
  ['Facebook[으로/로]', 'Facebook으로'],
  ['Stock[이/가]', 'Stock이'],
  ['HTML[으로/로]', 'HTML로'],
  ['KR[을/를]', 'KR을'],
  ['Qoo10[으로/로]', 'Qoo10으로'],
  ['らくてん[을/를]', 'らくてん을'],
  ['楽天[을/를]', '楽天를'],
  ['[주문] 그대로', '[주문] 그대로'],
])('the particle follows the word: %s', (template, sentence) =>
  expect(withParticles(template)).toBe(sentence),
)
