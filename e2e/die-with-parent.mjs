// Preloaded into a server under test: when the worker that started it is gone, so is the server.
process.on('disconnect', () => process.kill(process.pid, 'SIGKILL'))
