/**
 * Compiles a language of `lib/words` while Turbopack builds (next.config.js). CommonJS, because Turbopack requires its
 * loaders, and Node 20.9 cannot require a module.
 * @param {string} source the JSON of a language
 */
module.exports = function compileLanguage(source) {
  const done = this.async()
  import('./compile.mjs')
    .then(({ compileWords }) => done(null, JSON.stringify(compileWords(JSON.parse(source)))))
    .catch(done)
}
