"""What the person knows: the review log, scheduling, the queue, the interview plan, statistics, safety."""
