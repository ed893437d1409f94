import { expect, test } from 'vitest'
import { Sentences } from './sentences'

test('a sentence that many lines say is told once, and stays known by its number', () => {
  const sentences = new Sentences()
  expect(['a', 'b', 'a'].map(said => sentences.numberOf(said))).toEqual([0, 1, 0])
  expect(sentences.takeFresh()).toEqual(['a', 'b'])
  expect(['b', 'c'].map(said => sentences.numberOf(said))).toEqual([1, 2])
  expect(sentences.takeFresh()).toEqual(['c'])
})

test('of more sentences than are remembered each number still is that of what was told', () => {
  const sentences = new Sentences()
  const told: string[] = []
  const wrong: number[] = []
  for (let at = 0; at < 120_000; at++) {
    const number = sentences.numberOf(`value ${at % 70_000}`)
    told.push(...sentences.takeFresh())
    if (told[number] !== `value ${at % 70_000}`) wrong.push(at)
  }
  expect(wrong).toEqual([])
})
