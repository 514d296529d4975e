// Loaded before a portal of the tests: the same hash with the least work. As the portal makes it, a
// password costs 40 ms of a core to hash and as much to compare, and nearly every test signs in.
const argon2 = require('@node-rs/argon2');

const { hash } = argon2;
argon2.hash = (password) => hash(password, { memoryCost: 8, timeCost: 1, parallelism: 1 });
