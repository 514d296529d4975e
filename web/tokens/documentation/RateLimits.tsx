import { RateLimitText } from './RateLimitText.tsx';

const limitHeaders = {
  'RateLimit-Limit': 'how many calls the token has in one period',
  'RateLimit-Remaining': 'how many of them are left',
  'RateLimit-Reset': 'in how many seconds the next period begins',
} as const;

export function RateLimits() {
  return (
    <>
      <RateLimitText />
      <p>Every answer to a known token says where it stands:</p>
      <ul>
        {Object.entries(limitHeaders).map(([name, meaning]) => (
          <li key={name}>
            <code>{name}</code>: {meaning}
          </li>
        ))}
      </ul>
    </>
  );
}
