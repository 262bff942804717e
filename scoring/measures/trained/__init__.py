"""Trained models: what training computes for the measures dicomer, lin, lin-c, lin-e and cremer (ADR 218).

A model is data: a JSON file that says what it was trained on. scikit-learn trains; applying a model needs numpy alone.

``model``  a trained model and its JSON
``reading``  reads a model from a file, which may be hostile
``prediction``  applies a model
``table``  the training data
``training``  the ranking SVM and support vector regression
``held_out``  trains without some topics, and correlates the predictions for them with the ratings
"""
