import { Skeleton } from '@mantine/core';
import { usePortalFacts } from '../tokens.api.ts';
import { rateText } from './rate-text.ts';

/** The real number of this server, not the one it came with. */
export function RateLimitText() {
  const limit = usePortalFacts()?.rateLimit;
  if (!limit) return <Skeleton height={20} width={320} maw="100%" aria-label="Loading..." />;
  return (
    <p>
      Each token may make <strong>{rateText(limit)}</strong>. A call past that is answered with 429,
      is not stored, and says in the <code>Retry-After</code> header how many seconds to wait.
    </p>
  );
}
